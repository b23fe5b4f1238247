// SPDX-License-Identifier: Apache-2.0
// Random C programs with loops that wait, as one source for tests/cc/twins.sh.
//
//   twins SEED COUNT >twins.c
//
// Program i is what main does with the argument i: two threads of a few random
// statements each, on three small variables, and main that writes, too. At the
// end, everything that was read and is left in the variables makes one number,
// and an assertion on a line of its own fails for each number: so the findings
// are the final states.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 97 };

static uint64_t state;

static unsigned pick(unsigned count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % count;
}

// Statements: $a, $b are two different variables, #a, #b, #c small numbers, @
// the thread's record of what it has read.
static const char *const statements[] = {
    "$a = #a;",
    "$a = #a;",
    "$b = #b;",
    "atomic_fetch_add(&$a, 1);",
    "@ = @ * 3 + $a;",
    "while ($a != #a) ;",
    "while ($a == #a) ;",
    "while ($a < #a) ;",
    "while (!($a & 1)) ;",
    "while ($a != #a) { if ($b == #b) @++; if (@ > 2) break; }",
    "do { r = $a; if (r == #a) $b = #b; } while (r >= #a);",
    "do { r = $a; if (r == #a) break; $b = #b; } while (r != #c);",
    "while ($a != #a && $b != #b) ;",
    "while ($a != #a || $b == #b) ;",
    "while ($a == #a && $b != #b) ;",
    "e = #a; while (!cas(&$a, &e, #b)) e = #a;",
    "e = $a; while (!cas(&$a, &e, e + 1)) ; @ = @ * 3 + e;",
    "e = $a; @ = e; while (!cas(&$a, &e, e + 1)) ;",
    "while (atomic_exchange(&$a, #a) == #a) ;",
    "for (;;) { while ($a) ; if (!atomic_exchange(&$a, 1)) break; }"
    " @ = @ * 3 + $b; $a = 0;",
    "do { r = $a; e = $b; } while ($a != r); @ = @ * 3 + e;",
    "while (!is(&$a, #a)) ;",
    "while (!grows(&$a, &$b)) ;",
    "r = 0; while ($a != #a && r < 2) r++; @ = @ * 3 + r;",
    "do { r = $a; assert(r != 2 || $b != #b); } while (r == #a);",
    "r = $a; do { e = r; r = $a; } while (r == #a && $b == #b); @ = e;",
    "while ($a != #a) $b = #b;",
    "while ($b / (3 - $a) == #a) ;",
    "e = $a; for (;;) { if (e == #a) break; if (cas(&$a, &e, #a)) break; }"
    " @ = @ * 3 + e;",
    "for (r = $a; r != #a && !cas(&$b, &r, #b); ) r = $a; @ = @ * 3 + r;",
};

enum {
    STATEMENTS = sizeof statements / sizeof *statements,
    SIMPLE = 5, // those that do not wait come first
};

static void print_statement(const char *text, unsigned record) {
    unsigned a = pick(3), b = (a + 1 + pick(2)) % 3;
    unsigned numbers[] = {pick(3), pick(3), pick(3)};
    for (; *text; text++)
        if (*text == '$')
            putchar("xyz"[*++text == 'a' ? a : b]);
        else if (*text == '#')
            printf("%u", numbers[*++text - 'a']);
        else if (*text == '@')
            printf("seen[%u]", record);
        else
            putchar(*text);
    putchar('\n');
}

static void print_thread(unsigned program, unsigned thread) {
    printf("static void *run_%u_%u(void *unused) {\n"
           "int r = 0, e = 0; (void)r; (void)e;\n",
           program, thread);
    unsigned count = 2 + pick(3), loop = pick(count);
    for (unsigned i = 0; i < count; i++)
        print_statement(
            statements[i == loop || !pick(4) ? pick(STATEMENTS) : pick(SIMPLE)],
            thread);
    puts("return unused; }");
}

static void print_beginning(void) {
    puts("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
         "#include <stdbool.h>\n#include <stdlib.h>\n"
         "#define cas atomic_compare_exchange_strong\n"
         "static atomic_int x, y, z;\nstatic int seen[2];\n"
         "static bool is(atomic_int *a, int v) { return *a == v; }\n"
         "static bool grows(atomic_int *a, atomic_int *b) {\n"
         "int v = *a; if (v == 2) return true; return *b > v; }\n"
         "static void end(unsigned number) {\nswitch (number) {");
    for (int i = 0; i < STATES; i++)
        printf("case %d: assert(!\"state %d\");\n", i, i);
    puts("}\n}");
}

int main(int argc, char **argv) {
    unsigned count = argc == 3 ? (unsigned)atoi(argv[2]) : 0;
    if (!count)
        return 1;
    state = (uint64_t)atoi(argv[1]) * 2654435769u + 1;
    print_beginning();
    for (unsigned i = 0; i < count; i++)
        for (unsigned t = 0; t < 2; t++)
            print_thread(i, t);
    for (unsigned i = 0; i < count; i++) {
        printf("static void main_%u(void) {\n", i);
        for (unsigned k = 1 + pick(2); k > 0; k--)
            print_statement("$a = #a;", 0);
        puts("}");
    }
    puts("static void (*const mains[])(void) = {");
    for (unsigned i = 0; i < count; i++)
        printf("main_%u,\n", i);
    puts("};\nstatic void *(*const runs[][2])(void *) = {");
    for (unsigned i = 0; i < count; i++)
        printf("{run_%u_0, run_%u_1},\n", i, i);
    printf("};\nint main(int argc, char **argv) {\n"
           "int i = argc > 1 ? atoi(argv[1]) : 0;\npthread_t t[2];\n"
           "pthread_create(&t[0], NULL, runs[i][0], NULL);\n"
           "pthread_create(&t[1], NULL, runs[i][1], NULL);\n"
           "mains[i]();\n"
           "pthread_join(t[0], NULL);\npthread_join(t[1], NULL);\n"
           "end((unsigned)(x + 3 * y + 9 * z + 27 * seen[0] + 31 * seen[1]) %% "
           "%d);\n}\n",
           STATES);
    return 0;
}
