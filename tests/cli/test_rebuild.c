// SPDX-License-Identifier: Apache-2.0
// Which words of a trace file reach the compiler, and when it is called at all.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "cli/launch.h"
#include "cli/rebuild.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned built;

char *launch_build(const char *const *words, int count,
                   struct launch_failure *failure) {
    (void)words, (void)count;
    *failure = (struct launch_failure){0, ""};
    built++;
    return memory_text("program", 7);
}

int launch_say(const struct launch_failure *failure) {
    return failure->code;
}

static const char *suspicious(const char *first, const char *second) {
    const char *words[] = {first, second};
    return rebuild_suspicious(words, second ? 2 : 1);
}

static void what_says_how_code_is_made_passes(void **state) {
    (void)state;
    static const char *const words[] = {
        "a.c",     "dir/b.c",   "-O2",     "-g",         "-std=c11", "-Wall",
        "-Idir",   "-DX=1",     "-DX",     "-Dmainly=1", "-UX",      "-lm",
        "-pthread", "-lpthread", "-mavx2", "--states",   "--loops=off",
        "-Werror=unused"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_null(suspicious(words[i], NULL));
    assert_null(suspicious("-I", "dir"));
    assert_null(suspicious("-D", "X=1"));
}

static void all_else_is_refused(void **state) {
    (void)state;
    static const char *const words[] = {
        "-fuse-ld=evil", "--ld-path=x",  "-Bx",        "-Dmain=x",  "-Dmain",
        "-Dmain(a)=x",   "-MFx",         "-MD",        "-M",        "-o",
        "-ox",           "-save-temps",  "-fplugin=x", "-Xclang",   "-Wl,-o,x",
        "-Wp,-MD,x",     "-Wa,x",        "@x",         "-include",  "-includex",
        "-imacrosx",     "-l:x",         "-l../x",     "-l",        "x.o",
        "x.so",          "-x",           "-T",         "-specs=x",  "-mllvm",
        "-gcc-toolchain=x", "-gen-cdb-fragment-path",  "-v",        "--",
        "-",             "",             "-L.",        "-shared",   "-pg",
        "-fsanitize=address", "-fprofile-use=x",       "-ftime-trace=x",
        "-D",            "-g -o x",      "-isysroot",  "--config=x"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_string_equal(suspicious(words[i], NULL), words[i]);
    assert_non_null(suspicious("-D", "main=x"));
    assert_non_null(suspicious("-I", NULL));
    assert_string_equal(suspicious("a.c", "-MD"), "-MD");
}

// The compiler is called if the words are harmless, the sources are as they
// were, and somebody has agreed.
static void the_compiler_is_called_last(void **state) {
    (void)state;
    char name[] = "/tmp/test-rebuild-XXXXXX.c";
    int file = mkstemps(name, 2), code;
    assert_true(file >= 0);
    assert_int_equal(write(file, "x", 1), 1);
    const char *words[] = {"-O1", name}, *bad[] = {"-MD", name};
    struct trace_file trace = {.build = trace_build_hash(words, 2)};
    struct options o = {0};
    assert_true(trace.build.text[0]);
    assert_null(rebuild(&o, &trace, words, 2, &code)); // there is no terminal
    assert_int_equal(code, 3);
    o.at[OPTION_REBUILD].number = 1;
    char *program = rebuild(&o, &trace, words, 2, &code);
    assert_non_null(program);
    memory_free(program);
    assert_int_equal(built, 1);
    assert_null(rebuild(&o, &trace, words + 1, 1, &code)); // other words
    trace.build = trace_build_hash(bad, 2);
    assert_null(rebuild(&o, &trace, bad, 2, &code));
    trace.build = trace_build_hash(words, 2);
    assert_int_equal(write(file, "y", 1), 1);
    assert_null(rebuild(&o, &trace, words, 2, &code)); // other sources
    trace.build = (struct program_hash){""};
    unlink(name);
    assert_null(rebuild(&o, &trace, words, 2, &code)); // none
    assert_int_equal(built, 1);
    close(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_says_how_code_is_made_passes),
        cmocka_unit_test(all_else_is_refused),
        cmocka_unit_test(the_compiler_is_called_last),
    };
    int null = freopen("/dev/null", "r", stdin) ? 0 : 1;
    return null ? null : cmocka_run_group_tests(tests, NULL, NULL);
}
