// SPDX-License-Identifier: Apache-2.0

#include "translate.h"

#include "base/memory.h"
#include "random_orders.h"
#include "random_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 60 }; // in a file

static void prelude(FILE *out) {
    fputs("#include <pthread.h>\n#include <semaphore.h>\n"
          "#include <stdatomic.h>\n#include <stdlib.h>\n#include <time.h>\n"
          "#include <mazurka.h>\n"
          "static atomic_long x, y, z, a[16];\n"
          "static atomic_int own[16];\n"
          "static int plain[2];\n"
          "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER;\n"
          "static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER;\n"
          "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
          "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;\n"
          "static sem_t s;\n"
          "static const struct timespec soon;\n"
          "static pthread_t t[16];\n"
          "static long cas(atomic_long *p, long e, long d) {\n"
          "    return atomic_compare_exchange_strong(p, &e, d);\n}\n"
          "static long semvalue(void) {\n"
          "    int v;\n    sem_getvalue(&s, &v);\n    return v;\n}\n",
          out);
}

// A model's location as a C lvalue.
static void place(char *out, const char *location) {
    sprintf(out, "&%s", location);
}

// Memory orders, for some of the operations: as calls that are explicit.
static bool weak_statement(FILE *out, const char *line, unsigned draw) {
    static const char *const orders[] = {"relaxed", "acquire", "release",
                                         "relaxed"};
    char reg[32], loc[32], value[32];
    long arg;
    if (draw % 2)
        return false;
    unsigned order = draw / 2 % 2;
    if (sscanf(line, " W %31s %31s", loc, value) == 2)
        fprintf(out, "    atomic_store_explicit(&%s, %s, memory_order_%s);\n",
                loc, value, orders[2 + order]);
    else if (sscanf(line, " R %31s %31s", reg, loc) == 2)
        fprintf(out, "    %s = atomic_load_explicit(&%s, memory_order_%s);\n",
                reg, loc, orders[order]);
    else if (sscanf(line, " FAA _ %31s %ld", loc, &arg) == 2)
        fprintf(out,
                "    atomic_fetch_add_explicit(&%s, %ld, memory_order_%s);\n",
                loc, arg, orders[draw / 2 % 3]);
    else
        return false;
    return true;
}

// Of the two that a word may have: ".ar.rlx".
static const char *order_named(const char *suffix, unsigned nth) {
    static const char *const names[][2] = {
        {"rlx", "relaxed"}, {"acq", "acquire"}, {"rel", "release"},
        {"ar", "acq_rel"},  {"sc", "seq_cst"},
    };
    char first[8] = "sc", second[8] = "";
    sscanf(suffix, ".%7[a-z].%7[a-z]", first, second);
    const char *name = nth ? second : first;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    // Of a compare-exchange that fails: what is left of the other one.
    if (strcmp(first, "ar") == 0 || strcmp(first, "acq") == 0)
        return "acquire";
    return strcmp(first, "sc") == 0 ? "seq_cst" : "relaxed";
}

// A statement with memory orders.
static bool ordered_statement(FILE *out, const char *line) {
    static const struct {
        const char *word, *call;
    } calls[] = {{"FAA", "fetch_add"},
                 {"AND", "fetch_and"},
                 {"OR", "fetch_or"},
                 {"XOR", "fetch_xor"},
                 {"XCHG", "exchange"}};
    char word[16] = "", suffix[16] = "", a[32] = "", b[32] = "", c[32] = "",
         d[32] = "";
    if (sscanf(line, " %15[A-Z]%15[.a-z]", word, suffix) < 1)
        return false;
    const char *rest = strstr(line, word) + strlen(word) + strlen(suffix);
    sscanf(rest, " %31s %31s %31s %31s", a, b, c, d);
    const char *order = order_named(suffix, 0);
    if (strcmp(word, "FENCE") == 0)
        fprintf(out, "    atomic_thread_fence(memory_order_%s);\n", order);
    else if (strcmp(word, "W") == 0)
        fprintf(out, "    atomic_store_explicit(&%s, %s, memory_order_%s);\n",
                a, b, order);
    else if (strcmp(word, "R") == 0)
        fprintf(out, "    %s = atomic_load_explicit(&%s, memory_order_%s);\n",
                a, b, order);
    else if (strcmp(word, "CAS") == 0)
        fprintf(out,
                "    { long e = %s; %s = "
                "atomic_compare_exchange_strong_explicit(&%s, &e, %s, "
                "memory_order_%s, memory_order_%s); }\n",
                c, a, b, d, order, order_named(suffix, 1));
    else
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
            if (strcmp(word, calls[i].word) == 0) {
                fprintf(out,
                        "    %s%satomic_%s_explicit(&%s, %s, "
                        "memory_order_%s);\n",
                        a[0] == '_' ? "" : a, a[0] == '_' ? "(void)" : " = ",
                        calls[i].call, b, c, order);
                return true;
            }
    return strcmp(word, "FENCE") == 0 || strcmp(word, "W") == 0 ||
           strcmp(word, "R") == 0 || strcmp(word, "CAS") == 0;
}

static bool memory_statement(FILE *out, const char *line) {
    char reg[32], loc[32], p[40];
    long arg, arg2;
    char value[32];
    static const struct {
        const char *word, *call;
    } updates[] = {{"FAA", "atomic_fetch_add"},
                   {"AND", "atomic_fetch_and"},
                   {"OR", "atomic_fetch_or"},
                   {"XOR", "atomic_fetch_xor"},
                   {"XCHG", "atomic_exchange"}};
    if (sscanf(line, " W %31s %31s", loc, value) == 2) {
        place(p, loc);
        fprintf(out, "    atomic_store(%s, %s);\n", p, value);
        return true;
    }
    if (sscanf(line, " R %31s %31s", reg, loc) == 2) {
        place(p, loc);
        fprintf(out, "    %s = atomic_load(%s);\n", reg, p);
        return true;
    }
    if (sscanf(line, " CAS %31s %31s %ld %ld", reg, loc, &arg, &arg2) == 4) {
        place(p, loc);
        fprintf(out, "    %s = cas(%s, %ld, %ld);\n", reg, p, arg, arg2);
        return true;
    }
    for (size_t i = 0; i < sizeof updates / sizeof *updates; i++) {
        char word[16];
        if (sscanf(line, " %15s %31s %31s %ld", word, reg, loc, &arg) != 4 ||
            strcmp(word, updates[i].word) != 0)
            continue;
        place(p, loc);
        if (strcmp(reg, "_") == 0)
            fprintf(out, "    (void)%s(%s, %ld);\n", updates[i].call, p, arg);
        else
            fprintf(out, "    %s = %s(%s, %ld);\n", reg, updates[i].call, p,
                    arg);
        return true;
    }
    return false;
}

static bool sync_statement(FILE *out, const char *line, unsigned number) {
    static const struct {
        const char *text, *code;
    } plain[] = {
        {" LOCK m0", "pthread_mutex_lock(&m0);"},
        {" LOCK m1", "pthread_mutex_lock(&m1);"},
        {" UNLOCK m0", "pthread_mutex_unlock(&m0);"},
        {" UNLOCK m1", "pthread_mutex_unlock(&m1);"},
        {"  UNLOCK m0", "pthread_mutex_unlock(&m0);"},
        {"  UNLOCK m1", "pthread_mutex_unlock(&m1);"},
        {" WAIT c m0", "pthread_cond_wait(&c, &m0);"},
        {" SIGNAL c", "pthread_cond_signal(&c);"},
        {" BCAST c", "pthread_cond_broadcast(&c);"},
        {" RDLOCK l", "pthread_rwlock_rdlock(&l);"},
        {" WRLOCK l", "pthread_rwlock_wrlock(&l);"},
        {" RWUNLOCK l", "pthread_rwlock_unlock(&l);"},
        {"  RWUNLOCK l", "pthread_rwlock_unlock(&l);"},
        {" SEMWAIT s", "sem_wait(&s);"},
        {" SEMPOST s", "sem_post(&s);"},
        {" ELSE", "} else {"},
        {" END", "}"},
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(line, plain[i].text) == 0) {
            fprintf(out, "    %s\n", plain[i].code);
            return true;
        }
    unsigned r, n;
    char rest[64];
    if (sscanf(line, " TRYLOCK r%u m%u", &r, &n) == 2)
        fprintf(out, "    r%u = pthread_mutex_trylock(&m%u) == 0;\n", r, n);
    else if (sscanf(line, " TRYRDLOCK r%u l", &r) == 1)
        fprintf(out, "    r%u = pthread_rwlock_tryrdlock(&l) == 0;\n", r);
    else if (sscanf(line, " TRYWRLOCK r%u l", &r) == 1)
        fprintf(out, "    r%u = pthread_rwlock_trywrlock(&l) == 0;\n", r);
    else if (sscanf(line, " TWAIT r%u c m0", &r) == 1)
        fprintf(out, "    r%u = pthread_cond_timedwait(&c, &m0, &soon) == 0;\n",
                r);
    else if (sscanf(line, " SEMTRY r%u s", &r) == 1)
        fprintf(out, "    r%u = sem_trywait(&s) == 0;\n", r);
    else if (sscanf(line, " SEMREAD r%u s", &r) == 1)
        fprintf(out, "    r%u = semvalue();\n", r);
    else if (sscanf(line, " SPAWN t%u", &n) == 1)
        fprintf(out, "    pthread_create(&t[%u], NULL, p%u_t%u, NULL);\n", n,
                number, n);
    else if (sscanf(line, " JOIN t%u", &n) == 1)
        fprintf(out, "    pthread_join(t[%u], NULL);\n", n);
    else if (sscanf(line, " CHOOSE r%u %u", &r, &n) == 2)
        fprintf(out, "    r%u = mz_choose(%u);\n", r, n);
    else if (sscanf(line, " IF %63[^\n]", rest) == 1)
        fprintf(out, "    if (%s) {\n", rest);
    else if (sscanf(line, " ASSUME %63[^\n]", rest) == 1)
        fprintf(out, "    mz_assume(%s);\n", rest);
    else
        return false;
    return true;
}

// The threads, as bits, whose numbers come after a word; does one do so twice?
static unsigned named_after(const char *model, const char *word, bool *twice) {
    unsigned all = 0;
    for (const char *at = model; (at = strstr(at, word)); at++) {
        unsigned thread = (unsigned)atoi(at + strlen(word));
        if (twice)
            *twice |= all >> thread & 1;
        all |= 1u << thread;
    }
    return all;
}

static void begin_thread(FILE *out, unsigned number, unsigned thread) {
    fprintf(out, "static void *p%u_t%u(void *unused) {\n    long r0 = 0",
            number, thread);
    for (unsigned i = 1; i < 16; i++)
        fprintf(out, ", r%u = 0", i);
    fputs(";\n", out);
}

// The registers are the thread's result, as those of a model are.
static void end_thread(FILE *out) {
    fputs("    unsigned long sum = 0;\n", out);
    for (unsigned i = 0; i < 16; i++)
        fprintf(out,
                "    sum = sum * 0x9e3779b97f4a7c15 + (unsigned long)r%u;\n",
                i);
    fputs("    (void)unused;\n    return (void *)sum;\n}\n", out);
}

// Accesses that concern nobody else. Each is a step, or it is hidden.
static void access_own(FILE *out, int thread) {
    fprintf(out,
            "    atomic_store(&own[%d], (int)r0);\n"
            "    r0 += atomic_fetch_add(&own[%d], 1) - (int)r0;\n",
            thread, thread);
}

// A plain access to one of two variables, which are always 0: what is read in a
// race decides nothing. One thread writes, others read if they have found
// something, so that few of them race in every execution. Sometimes a
// fence.
static void access_plain(FILE *out, unsigned draw, bool writes) {
    static const char *const fences[] = {"acquire", "release", "seq_cst"};
    unsigned variable = draw / 2 % 2;
    if (draw % 11 == 0)
        fprintf(out, "    atomic_thread_fence(memory_order_%s);\n",
                fences[draw / 11 % 3]);
    else if (writes)
        fprintf(out, "    plain[%u] = 0;\n", variable);
    else
        fprintf(out, "    if (r%u == %u)\n        r0 += plain[%u];\n",
                draw / 4 % 3, 1 + draw / 12 % 2, variable);
}

static void access_plain_after(FILE *out, int thread, unsigned draw) {
    bool writes = thread == (int)(draw / 5 % 2);
    if (draw % 7 < (writes ? 2 : 4))
        access_plain(out, draw, writes);
}

// Main, in some programs, joins whom nobody else does, and looks at what they
// have left: whatever comes after all of them adds no execution. (Who creates
// or joins another comes before that one.)
static void join_the_rest(FILE *out, unsigned threads, unsigned others) {
    for (unsigned i = 0; i < threads; i++)
        if (!(others >> i & 1))
            fprintf(out, "    pthread_join(t[%u], NULL);\n", i);
    fputs("    atomic_fetch_add(&x, atomic_load(&y));\n", out);
}

// A model as the C function that starts its threads: void program_NUMBER(void).
// False if it has something that C has not.
static bool translate(FILE *out, const char *model, unsigned number,
                      unsigned seed, enum translated_more more) {
    char line[128];
    int threads = 0;
    long semaphore = 0, initial = 0;
    bool open = false;
    const char *all = model;
    unsigned spawned = named_after(all, " SPAWN t", NULL);
    for (unsigned i = 0; i < 16; i++)
        if (spawned >> i & 1)
            fprintf(out, "static void *p%u_t%u(void *);\n", number, i);
    for (unsigned lines = 0; *model; lines++) {
        const char *end = strchr(model, '\n');
        size_t length = end ? (size_t)(end - model) : strlen(model);
        if (length >= sizeof line)
            return false;
        memcpy(line, model, length);
        line[length] = '\0';
        model += length + (end != NULL);
        if (strncmp(line, "thread ", 7) == 0) {
            if (open)
                end_thread(out);
            begin_thread(out, number, (unsigned)threads++);
            open = true;
        } else if (sscanf(line, "sem s=%ld", &semaphore) != 1 &&
                   sscanf(line, "init x=%ld", &initial) != 1 &&
                   !sync_statement(out, line, number) &&
                   !(more == MEMORY_ORDERS && ordered_statement(out, line)) &&
                   !(more == PLAIN_ACCESSES &&
                     weak_statement(out, line, (lines + seed) * 7)) &&
                   !memory_statement(out, line))
            return false;
        else if (more == OWN_ACCESSES && open && (lines + number) % 3 == 0)
            access_own(out, threads - 1);
        else if (more == PLAIN_ACCESSES && open)
            access_plain_after(out, threads - 1, lines * 13 + seed * 5);
    }
    end_thread(out);
    fprintf(out, "static void program_%u(void) {\n", number);
    fprintf(out, "    sem_init(&s, 0, %ld);\n", semaphore);
    if (initial)
        fprintf(out, "    atomic_store(&x, %ld);\n", initial);
    for (int i = threads; i-- > 0;) // a thread joins later ones
        if (!(spawned >> i & 1))
            fprintf(out, "    pthread_create(&t[%d], NULL, p%u_t%d, NULL);\n",
                    i, number, i);
    if (more == OWN_ACCESSES && number % 2)
        join_the_rest(out, (unsigned)threads,
                      named_after(all, " JOIN t", NULL));
    fputs("}\n", out);
    return true;
}

// Does a thread join one that another has to create first? (Who creates it does
// nothing before that.)
static bool joins_unborn(const char *model) {
    unsigned spawned = named_after(model, " SPAWN t", NULL), self = 0, other;
    for (const char *at = model; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        sscanf(at, "thread t%u", &self);
        if (sscanf(at, " JOIN t%u", &other) == 1 && spawned >> other & 1 &&
            other != self + 1)
            return true;
    }
    return false;
}

// What C does not allow.
static bool is_beyond_c(const char *model) {
    bool twice = false;
    named_after(model, " JOIN t", &twice);
    return twice || joins_unborn(model) || strstr(model, "a[r");
}

// Fill FOLDER/program.c with programs from *seed on: which of them it runs is
// its argument. How many there are.
static unsigned draw(const char *folder, struct translated *all, uint64_t *seed,
                     enum translated_more more) {
    unsigned with = WITH_MEMORY | WITH_CAS | WITH_UPDATES | WITH_LOCKS |
                    WITH_CONDITIONS | WITH_RWLOCKS | WITH_SEMAPHORES |
                    WITH_ASSUMES | WITH_CHOICES;
    if (more == OWN_ACCESSES ||
        more == MEMORY_ORDERS) // C forgets the registers of who was joined
        with |= WITH_THREADS;
    char path[600];
    snprintf(path, sizeof path, "%s/program.c", folder);
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        exit(1);
    }
    prelude(out);
    unsigned count = 0;
    for (; count < MOST; ++*seed) {
        char *model = random_program(*seed, with);
        if (more == MEMORY_ORDERS) {
            char *plain = model;
            model = random_orders(plain, *seed);
            memory_free(plain);
        }
        if (is_beyond_c(model)) {
            memory_free(model);
            continue;
        }
        if (!translate(out, model, count, (unsigned)*seed, more)) {
            printf("seed %llu cannot be translated:\n%s",
                   (unsigned long long)*seed, model);
            exit(1);
        }
        all[count++] = (struct translated){model, *seed};
    }
    fputs("int main(int argc, char **argv) {\n"
          "    switch (argc > 1 ? atoi(argv[1]) : 0) {\n",
          out);
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "    case %u: program_%u(); break;\n", i, i);
    fputs("    }\n    pthread_exit(NULL);\n}\n", out);
    fclose(out);
    return count;
}

int translated_agree(const char *compiler, enum translated_more more,
                     unsigned wanted, uint64_t seed,
                     translated_agrees *agrees) {
    char folder[] = "/tmp/mazurka-translated-XXXXXX", command[3000];
    if (!mkdtemp(folder))
        return 1;
    unsigned passed = 0, failed = 0;
    while (passed + failed < wanted && failed < 5) {
        struct translated all[MOST];
        unsigned count = draw(folder, all, &seed, more);
        snprintf(command, sizeof command, "%s -o %s/program %s/program.c",
                 compiler, folder, folder);
        if (system(command) != 0) {
            printf("does not compile: %s\n", folder);
            return 1;
        }
        for (unsigned i = 0; i < count; i++) {
            if (agrees(folder, i, &all[i]))
                passed++;
            else
                failed++;
            memory_free(all[i].model);
        }
    }
    snprintf(command, sizeof command, "rm -rf %s", folder);
    failed += system(command) != 0;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
