// SPDX-License-Identifier: Apache-2.0
// A random hostile program: threads, locks and atomics, with acts of acts.def
// among them, and what must come out in its header lines (run.sh).
//
//   generate SEED
//
// The program without its acts is right: what is shared is atomic or locked,
// locks are taken in order, every loop ends. So what has to come out follows
// from the classes of the acts and from where an assertion failure is planted:
//
//   nothing planted, QUIET only       safe, or a bound
//   nothing planted, FINDS            unsafe
//   nothing planted, others           any verdict, as long as there is one
//   planted, then an act (-k)         unsafe: assertion
//   an act, then planted              never safe
//   an act in one order, planted in   never safe
//     the other

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------ chance

static uint64_t state;

static unsigned below(unsigned bound) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % bound;
}

static bool one_in(unsigned n) {
    return below(n) == 0;
}

// -------------------------------------------------------------------- acts

enum class { QUIET, BREAKS, ENDS, HANGS, FINDS, CLASSES };

#define ACT(name, class, ...) {#name, class, #__VA_ARGS__},
static const struct act {
    const char *name;
    enum class class;
    const char *code;
} acts[] = {
#include "acts.def"
};
#undef ACT

enum { ACTS = sizeof acts / sizeof *acts, MOST = 3 };

static const struct act *any_of(enum class class) {
    for (;;) {
        const struct act *act = &acts[below(ACTS)];
        if (act->class == class)
            return act;
    }
}

// ---------------------------------------------------------------- the plan

enum plan { NOT_PLANTED, PLANTED_FIRST, PLANTED_LATER, PLANTED_BESIDE, PLANS };
enum place { IN_MAIN, IN_THREAD, IN_NESTED, AT_EXIT, AT_THREAD_END, PLACES };

static struct {
    enum plan plan;
    const struct act *acts[MOST];
    unsigned count;
    enum place place;
    unsigned threads, statements;
} program;

static bool has(enum class class) {
    for (unsigned i = 0; i < program.count; i++)
        if (program.acts[i]->class == class)
            return true;
    return false;
}

static void make_plan(void) {
    program.plan = (enum plan)below(PLANS);
    program.count = 1 + below(MOST);
    // The last one is of any class; what comes before it returns.
    for (unsigned i = 0; i < program.count; i++)
        program.acts[i] =
            any_of(i + 1 < program.count ? (enum class)below(ENDS)
                                         : (enum class)below(CLASSES));
    bool quiet = program.plan == NOT_PLANTED && one_in(3);
    for (unsigned i = 0; quiet && i < program.count; i++)
        program.acts[i] = any_of(QUIET);
    if (program.plan == PLANTED_LATER)
        for (unsigned i = 0; i < program.count; i++)
            program.acts[i] = any_of((enum class)below(ENDS));
    program.place = program.plan == NOT_PLANTED ? (enum place)below(PLACES)
                                                : (enum place)below(AT_EXIT);
    program.threads = 1 + below(2);
    program.statements = 1 + below(3);
}

// ---------------------------------------------------------- what must come out

static void print_expected(void) {
    static const char *const algorithms[] = {"",
                                             "--algorithm=source",
                                             "--algorithm=optimal",
                                             "--algorithm=pop",
                                             "--algorithm=classic",
                                             "--algorithm=quasi",
                                             "--goto=replay",
                                             "--races=interleave"};
    const char *algorithm =
        algorithms[below(sizeof algorithms / sizeof *algorithms)];
    const char *expected = "safe: * || unsafe: * || incomplete: * || "
                           "not checked: *";
    if (program.plan == PLANTED_FIRST)
        expected = "unsafe: assertion at FILE:N after N executions";
    else if (program.plan != NOT_PLANTED)
        expected = "unsafe: * || incomplete: * || not checked: *";
    else if (has(HANGS))
        expected = "unsafe: * || incomplete: * || not checked: *";
    else if (has(FINDS))
        expected = has(BREAKS) ? "unsafe: * || incomplete: * || not checked: *"
                               : "unsafe: * || not checked: *";
    else if (!has(BREAKS) && !has(ENDS))
        expected = "safe: * || incomplete: *";
    printf("// check --timeout=%d %s %s => %s\n", has(HANGS) ? 1 : 2,
           program.plan == PLANTED_FIRST ? "-k" : "", algorithm, expected);
}

// -------------------------------------------------------------- statements

// @ and ~ stand for an index and the other one, # for a small number.
static const char *const statements[] = {
    "atomic_store(&x[@], #);",
    "atomic_fetch_add(&x[@], 1);",
    "if (atomic_load(&x[@]) == #)\n        atomic_store(&x[~], #);",
    "expected = #;\n"
    "    atomic_compare_exchange_strong(&x[@], &expected, #);",
    "pthread_mutex_lock(&m[@]);\n"
    "    guarded[@] += #;\n"
    "    pthread_mutex_unlock(&m[@]);",
    "pthread_mutex_lock(&m[0]);\n"
    "    pthread_mutex_lock(&m[1]);\n"
    "    guarded[@] = guarded[~];\n"
    "    pthread_mutex_unlock(&m[1]);\n"
    "    pthread_mutex_unlock(&m[0]);",
    "if (pthread_mutex_trylock(&m[@]) == 0) {\n"
    "        guarded[@]++;\n"
    "        pthread_mutex_unlock(&m[@]);\n"
    "    }",
    "free(atomic_exchange(&block, malloc(# + 1)));",
    "sem_post(&s);\n    sem_wait(&s);",
};

static void print_statement(void) {
    enum { STATEMENTS = sizeof statements / sizeof *statements };
    unsigned index = below(2);
    printf("    ");
    for (const char *at = statements[below(STATEMENTS)]; *at; at++)
        if (*at == '@')
            printf("%u", index);
        else if (*at == '~')
            printf("%u", 1 - index);
        else if (*at == '#')
            printf("%u", below(4));
        else
            putchar(*at);
    putchar('\n');
}

static void print_statements(void) {
    for (unsigned i = 0; i < program.statements; i++)
        print_statement();
}

static void print_acts(const char *indent) {
    for (unsigned i = 0; i < program.count; i++)
        printf("%sact_%s();\n", indent, program.acts[i]->name);
}

// The acts, with what is planted.
static void print_hostile_part(void) {
    switch (program.plan) {
    case NOT_PLANTED:
        print_acts("    ");
        break;
    case PLANTED_FIRST:
        puts("    if (mz_choose(2) == 0)\n        assert(!\"planted\");");
        print_acts("    ");
        break;
    case PLANTED_LATER:
        print_acts("    ");
        puts("    assert(!\"planted\");");
        break;
    case PLANTED_BESIDE:
        puts("    if (atomic_load(&beside))\n        assert(!\"planted\");\n"
             "    else {");
        print_acts("        ");
        puts("    }");
        break;
    case PLANS:
        break;
    }
}

// --------------------------------------------------------------- functions

static void print_head(uint64_t seed) {
    puts("// SPDX-License-Identifier: Apache-2.0");
    print_expected();
    printf("// Generated, seed %llu.\n", (unsigned long long)seed);
    puts("#define ACTS_APART\n#include \"acts.h\"\n#include <semaphore.h>\n");
    for (unsigned i = 0; i < program.count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++)
            again = again || program.acts[k] == program.acts[i];
        if (!again)
            printf("static void act_%s(void) %s\n\n", program.acts[i]->name,
                   program.acts[i]->code);
    }
    puts("static atomic_int x[2], beside;\n"
         "static _Atomic(void *) block;\n"
         "static int guarded[2];\n"
         "static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER,\n"
         "                               PTHREAD_MUTEX_INITIALIZER};\n"
         "static sem_t s;\n"
         "static pthread_key_t key;\n");
}

static void print_function(const char *name, bool hostile, bool nests) {
    printf("static void *%s(void *unused) {\n"
           "    int expected = 0;\n    (void)expected;\n",
           name);
    print_statements();
    if (hostile)
        print_hostile_part();
    if (nests)
        puts("    pthread_t inner;\n"
             "    pthread_create(&inner, NULL, nested, NULL);");
    if (program.place == AT_THREAD_END)
        puts("    pthread_setspecific(key, &key);");
    print_statements();
    if (nests)
        puts("    pthread_join(inner, NULL);");
    puts("    return unused;\n}\n");
}

static void print_threads(void) {
    puts("static void *sets(void *unused) {\n"
         "    atomic_store(&beside, 1);\n"
         "    return unused;\n}\n");
    printf("static void at_end(void *unused) {\n    (void)unused;\n");
    if (program.place == AT_THREAD_END || program.place == AT_EXIT)
        print_acts("    ");
    puts("}\n\nstatic void at_exit(void) {\n    at_end(NULL);\n}\n");
    bool nests = program.place == IN_NESTED || one_in(3);
    if (nests)
        print_function("nested", program.place == IN_NESTED, false);
    for (unsigned i = 0; i < program.threads; i++) {
        char name[20];
        snprintf(name, sizeof name, "work%u", i);
        print_function(name, program.place == IN_THREAD && i == 0,
                       nests && i == 0);
    }
}

static void print_main(void) {
    puts("int main(void) {\n"
         "    int expected = 0;\n    (void)expected;\n"
         "    pthread_t threads[3], setter;\n"
         "    sem_init(&s, 0, 0);\n"
         "    pthread_key_create(&key, at_end);");
    if (program.place == AT_EXIT)
        puts("    atexit(at_exit);");
    else
        puts("    (void)at_exit;");
    if (program.plan == PLANTED_BESIDE)
        puts("    pthread_create(&setter, NULL, sets, NULL);");
    else
        puts("    (void)setter, (void)sets;");
    for (unsigned i = 0; i < program.threads; i++)
        printf("    pthread_create(&threads[%u], NULL, work%u, NULL);\n", i, i);
    if (program.place == IN_MAIN)
        print_hostile_part();
    print_statements();
    for (unsigned i = 0; i < program.threads; i++)
        printf("    pthread_join(threads[%u], NULL);\n", i);
    if (program.plan == PLANTED_BESIDE)
        puts("    pthread_join(setter, NULL);");
    puts("    free(atomic_exchange(&block, NULL));\n    return 0;\n}");
}

int main(int count, char **words) {
    uint64_t seed = count > 1 ? strtoull(words[1], NULL, 10) : 1;
    state = (seed + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 10; i++)
        below(2);
    make_plan();
    print_head(seed);
    print_threads();
    print_main();
    return 0;
}
