// SPDX-License-Identifier: Apache-2.0
// Random C programs with loops that retry and wait, searched with the rounds
// that change nothing and without them: the same final states.
//
//   test-rounds path/to/mazurka [PROGRAMS [SEED]]
//
// Each final state is a finding of its own. Without the technique a loop may go
// round for ever: there it is cut, and what is then found must be found with
// the technique, too; and the other way round if nothing was cut. With it,
// hardly any loop needs a bound: it is larger there.

#include "base/file.h"
#include "base/memory.h"

#include <cjson/cJSON.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    A_FILE = 40,
    STATES = 256,
    BOUND = 4,
    LARGER_BOUND = 6,
    MOST_EXECUTIONS = 3000,
};

// ------------------------------------------------------------- the programs

struct draw {
    FILE *out;
    uint64_t state;
};

static unsigned below(struct draw *d, unsigned limit) {
    d->state ^= d->state << 13;
    d->state ^= d->state >> 7;
    d->state ^= d->state << 17;
    return (unsigned)(d->state >> 33) % limit;
}

// $v: a variable, $w: another one, $c: a small number.
static void put(struct draw *d, const char *text) {
    unsigned v = below(d, 3);
    for (; *text; text++) {
        if (*text != '$')
            fputc(*text, d->out);
        else if (*++text == 'c')
            fprintf(d->out, "%u", below(d, 3));
        else
            fprintf(d->out, "%c", "xyz"[(*text == 'w' ? v + 1 : v) % 3]);
    }
    fputc('\n', d->out);
}

static const char *const statements[] = {
    "    $v = $c;",
    "    a += $v;",
    "    $v++;",
    "    a += $v++;",
    "    a = $v; cas(&$v, a, $c);",
    // What another thread has done makes it go round again.
    "    do { a = $v; } while (!cas(&$v, a, (a + 1) & 3));",
    "    do { a = $v; b = $w; } while (!cas(&$v, a, b));",
    "    do { a = $v; b = $w; } while (a != $v || (a == 1 && b == $c));",
    // Waiting for what may come or not.
    "    while (!($v + $w >= $c || $v == $c)) ;",
    "    while (atomic_exchange(&$v, 1) == 1) ; $v = 0;",
    "    b = 0; while ($v == $c && !$w) b = !b;",
    "    for (int i = 0; i < 2 && $v != $c; i++) a++;",
    // Done and undone.
    "    while (atomic_fetch_add(&$v, 1) >= 2) $v--; $v--;",
    "    while (atomic_fetch_add(&$v, 1) >= 1) atomic_fetch_sub(&$v, 1);",
    "    b = atomic_fetch_sub(&$v, 1); while (b <= 0) { $v++; "
    "while ($v <= 0 && !$w) ; b = atomic_fetch_sub(&$v, 1); }",
    "    for (;;) { b = atomic_exchange(&$v, 3); if (b != $c) break; $v = b; }",
    "    for (;;) { atomic_fetch_or(&$v, 2); b = $w; "
    "if (b != $c) break; atomic_fetch_and(&$v, ~2); }",
    "    while ($w == $c) { $v++; $v--; }",
    "    while ($w == $c) { a = $v++; $v = a; }",
    // Each round changes something, and no value of its own.
    "    while ($v < 2) $v++;",
    "    while (atomic_exchange(&$v, 2) != 2) $w++;",
    "    for (;;) { lock(); if (++p > 2) break; unlock(); } unlock();",
    // Locks.
    "    lock(); p++; unlock();",
    "    while (pthread_mutex_trylock(&m)) ; p++; unlock();",
    "    for (;;) { lock(); b = p; unlock(); if (b >= $c || $v) break; }",
    "    for (;;) { lock(); if (p >= $c || $w) break; unlock(); } p++; "
    "unlock();",
};

static void thread(struct draw *d, unsigned program, unsigned number) {
    fprintf(d->out,
            "static void *t%u_%u(void *unused) {\n    int a = 0, b = 0;\n",
            program, number);
    unsigned count = 1 + below(d, 2);
    for (unsigned i = 0; i < count; i++)
        put(d, statements[below(d, sizeof statements / sizeof *statements)]);
    fprintf(d->out, "    seen[%u] = a + b;\n    return unused;\n}\n", number);
}

static void write_file(const char *path, uint64_t seed) {
    struct draw d = {fopen(path, "w"), 0};
    if (!d.out) {
        perror(path);
        exit(1);
    }
    fputs("#include <assert.h>\n#include <pthread.h>\n"
          "#include <stdatomic.h>\n#include <stdlib.h>\n"
          "static atomic_int x, y, z;\nstatic int p, seen[3];\n"
          "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
          "static int cas(atomic_int *v, int from, int to) {\n"
          "    return atomic_compare_exchange_strong(v, &from, to);\n}\n"
          "static void lock(void) { pthread_mutex_lock(&m); }\n"
          "static void unlock(void) { pthread_mutex_unlock(&m); }\n"
          "static void *(*threads[][3])(void *);\n",
          d.out);
    for (unsigned i = 0; i < A_FILE; i++) {
        d.state = (seed + i) * 0x9e3779b97f4a7c15u;
        for (unsigned t = 0; t < 3; t++)
            thread(&d, i, t);
    }
    fputs("static void *(*threads[][3])(void *) = {\n", d.out);
    for (unsigned i = 0; i < A_FILE; i++)
        fprintf(d.out, "    {t%u_0, t%u_1, t%u_2},\n", i, i, i);
    fputs("};\nstatic void end(unsigned state) {\n    switch (state) {\n",
          d.out);
    for (unsigned i = 0; i < STATES; i++)
        fprintf(d.out, "    case %u: assert(!\"%u\"); break;\n", i, i);
    fputs(
        "    }\n}\n"
        "int main(int argc, char **argv) {\n"
        "    pthread_t t[3];\n    unsigned s = 0;\n"
        "    int which = argc > 2 ? atoi(argv[1]) : 0, n = atoi(argv[2]);\n"
        "    for (int i = 0; i < n; i++)\n"
        "        pthread_create(&t[i], NULL, threads[which][i], NULL);\n"
        "    for (int i = 0; i < n; i++)\n"
        "        pthread_join(t[i], NULL);\n"
        "    s = ((((x * 7u + y) * 7u + z) * 7u + p) * 7u + seen[0]) * 49u +\n"
        "        seen[1] * 7u + seen[2];\n"
        "    end(s * 2654435761u >> 24);\n}\n",
        d.out);
    fclose(d.out);
}

// --------------------------------------------------------------- the searches

struct outcome {
    bool whole;   // nothing was cut
    bool limited; // it was too much
    bool states[STATES];
};

static void collect(const cJSON *root, struct outcome *o) {
    const char *verdict =
        cJSON_GetStringValue(cJSON_GetObjectItem(root, "verdict"));
    const cJSON *e = cJSON_GetObjectItem(root, "executions"), *one;
    double total = 0;
    cJSON_ArrayForEach(one, e) total += cJSON_GetNumberValue(one);
    o->limited =
        !verdict || !strcmp(verdict, "not-checked") || total >= MOST_EXECUTIONS;
    o->whole = cJSON_GetNumberValue(cJSON_GetObjectItem(e, "bounded")) == 0;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(root, "findings")) {
        const char *text =
            cJSON_GetStringValue(cJSON_GetObjectItem(one, "message"));
        const char *number = text ? strstr(text, "!\"") : NULL;
        if (number)
            o->states[atoi(number + 2) % STATES] = true;
    }
}

static struct outcome search(const char *folder, unsigned which,
                             unsigned threads, const char *how) {
    char path[600], command[2048];
    struct outcome o = {.limited = true};
    snprintf(path, sizeof path, "%s/result.json", folder);
    remove(path);
    snprintf(command, sizeof command,
             "MAZURKA_OPTIONS='--keep-going -q --trace=/dev/null --json=%s "
             "--max-executions=%d %s' '%s/program' %u %u >/dev/null 2>&1",
             path, MOST_EXECUTIONS, how, folder, which, threads);
    int status = system(command);
    (void)status;
    size_t length;
    const char *error;
    char *text = file_read(path, 1 << 22, &length, &error);
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    if (root)
        collect(root, &o);
    cJSON_Delete(root);
    memory_free(text);
    return o;
}

static bool contains(const struct outcome *all, const struct outcome *part) {
    for (unsigned i = 0; i < STATES; i++)
        if (part->states[i] && !all->states[i])
            return false;
    return true;
}

static const char *const ways[] = {
    "--algorithm=optimal",
    "--algorithm=optimal --goto=replay",
    "--algorithm=optimal --independent-adds=off",
    "--algorithm=optimal --races=interleave",
    "--algorithm=source",
    "--algorithm=pop",
    "--algorithm=quasi",
};

// 1: as it should be, 0: not; -1: too large to tell.
static int agrees(const char *folder, unsigned which, unsigned threads) {
    char how[200];
    snprintf(how, sizeof how, "--dynamic-loops=off --unroll=%d", BOUND);
    struct outcome without = search(folder, which, threads, how);
    if (without.limited)
        return -1;
    int fine = 1;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        snprintf(how, sizeof how, "--dynamic-loops=on --unroll=%d %s",
                 LARGER_BOUND, ways[i]);
        struct outcome with = search(folder, which, threads, how);
        if (with.limited && i == 0)
            return -1;
        if (with.limited)
            continue;
        if (contains(&with, &without) &&
            (!without.whole || contains(&without, &with)))
            continue;
        printf("program %u, %u threads, %s: other states\n", which, threads,
               ways[i]);
        fine = 0;
    }
    return fine;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 3;
    unsigned wanted = argc > 2 ? (unsigned)atoi(argv[2]) : 40;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    char folder[] = "/tmp/mazurka-rounds-XXXXXX", path[600], command[2048];
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/program.c", folder);
    unsigned passed = 0, failed = 0, large = 0;
    for (unsigned drawn = 0; drawn < wanted && !failed; drawn += A_FILE) {
        write_file(path, seed + drawn);
        snprintf(command, sizeof command,
                 "'%s' cc -w -o %s/program %s/program.c", argv[1], folder,
                 folder);
        if (system(command) != 0) {
            printf("does not compile: %s\n", folder);
            return 1;
        }
        for (unsigned i = 0; i < A_FILE && drawn + i < wanted; i++)
            for (unsigned threads = 2; threads <= 3; threads++) {
                int result = agrees(folder, i, threads);
                passed += result == 1;
                failed += result == 0;
                large += result < 0;
            }
    }
    if (failed)
        printf("the programs are in %s\n", folder);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (!failed)
        failed += system(command) != 0;
    printf("%u passed, %u failed, %u too large\n", passed, failed, large);
    return failed != 0 || passed == 0;
}
