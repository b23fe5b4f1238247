// SPDX-License-Identifier: Apache-2.0
// check => safe: 2 executions
// check --algorithm=source => safe: 2 executions
// qsort and bsearch call back into the program, which may lock: one comparison
// against one lock of the other thread: 2.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int comparisons;

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static int compare_locked(const void *a, const void *b) {
    pthread_mutex_lock(&mutex);
    comparisons++;
    pthread_mutex_unlock(&mutex);
    return compare(a, b);
}

static void *work(void *unused) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    int numbers[] = {5, 3, 9, 1, 7, 1}, two[] = {2, 1}, wanted = 7;
    qsort(numbers, 6, sizeof *numbers, compare);
    for (int i = 0; i < 5; i++)
        assert(numbers[i] <= numbers[i + 1]);
    assert(bsearch(&wanted, numbers, 6, sizeof wanted, compare) == &numbers[4]);
    pthread_create(&thread, NULL, work, NULL);
    qsort(two, 2, sizeof *two, compare_locked);
    assert(two[0] == 1 && comparisons == 1);
    pthread_join(thread, NULL);
    return 0;
}
