// SPDX-License-Identifier: Apache-2.0
// flags -lm -ldl -lrt
// check -- folder => unsafe: data-race at FILE:N after N executions
// check -- glob => incomplete: calls outside of control (*) after N executions
// check -- linear => incomplete: calls outside of control (*) after N executions
// check -- objects => incomplete: calls outside of control (*) after N executions
// check -- search => safe: 3 executions
// check -- sort => safe: 4 executions
// check -- sort_lock => safe: 4 executions
// check -- sort_race => unsafe: data-race at FILE:N after N executions
// check -- sort_thread => safe: 13 executions
// check -- tree => incomplete: calls outside of control (*) after N executions
// check -- tree_lock => incomplete: calls outside of control (*) after N executions
// check -- tree_race => unsafe: data-race at FILE:N after N executions
// check -- tree_walk => incomplete: calls outside of control (*) after N executions
// Functions of the program that the library calls: ours, and those that nobody
// controls.
#include "how.h"
#include <ftw.h>
#include <glob.h>
#include <dirent.h>
#include <link.h>
static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int plain;
static void *work(void *u) {
    x = 7;
    pthread_mutex_lock(&m);
    plain++;
    pthread_mutex_unlock(&m);
    return u;
}
static void *race(void *u) {
    plain++;
    return u;
}
static int cmp(const void *a, const void *b) {
    x++;
    return *(const int *)a - *(const int *)b;
}
static int cmp_lock(const void *a, const void *b) {
    pthread_mutex_lock(&m);
    plain++;
    pthread_mutex_unlock(&m);
    return *(const int *)a - *(const int *)b;
}
static int cmp_race(const void *a, const void *b) {
    plain++;
    return *(const int *)a - *(const int *)b;
}
static int cmp_thread(const void *a, const void *b) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return *(const int *)a - *(const int *)b;
}
static int visit(const char *p, const struct stat *s, int f) {
    (void)p, (void)s, (void)f;
    x++;
    return 1;
}
static void walk(const void *n, VISIT v, int d) {
    (void)n, (void)v, (void)d;
    x++;
}
static int phdr(struct dl_phdr_info *i, size_t s, void *d) {
    (void)i, (void)s, (void)d;
    x++;
    return 1;
}
static int select_none(const struct dirent *e) {
    (void)e;
    plain++;
    return 0;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    int n[] = {3, 1, 2}, k = 2;
    void *root = NULL;
    size_t count = 3;
    IS(sort_race) pthread_create(&t, NULL, race, NULL);
    else IS(tree_race) pthread_create(&t, NULL, race, NULL);
    else pthread_create(&t, NULL, work, NULL);
    IS(sort) {
        qsort(n, 3, 4, cmp);
        assert(n[0] == 1 && n[2] == 3);
    }
    IS(sort_lock) qsort(n, 3, 4, cmp_lock);
    IS(sort_race) qsort(n, 3, 4, cmp_race);
    IS(sort_thread) qsort(n, 3, 4, cmp_thread);
    IS(search) bsearch(&k, n, 3, 4, cmp);
    IS(tree) {
        tsearch(&n[0], &root, cmp);
        tsearch(&n[1], &root, cmp);
        twalk(root, walk);
    }
    IS(tree_race) {
        tsearch(&n[0], &root, cmp_race);
        tsearch(&n[1], &root, cmp_race);
    }
    IS(tree_lock) {
        tsearch(&n[0], &root, cmp_lock);
        tsearch(&n[1], &root, cmp_lock);
    }
    IS(linear) lfind(&k, n, &count, 4, cmp);
    IS(tree_walk) ftw("/tmp", visit, 4);
    IS(objects) dl_iterate_phdr(phdr, NULL);
    IS(folder) {
        struct dirent **e;
        scandir("/", &e, select_none, alphasort);
    }
    IS(glob) {
        glob_t g;
        glob("/e*", 0, NULL, &g);
        globfree(&g);
    }
    pthread_join(t, NULL);
    return 0;
}
