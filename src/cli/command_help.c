// SPDX-License-Identifier: Apache-2.0

#include "cli/command.h"

#include "base/nearest.h"
#include "base/paragraph.h"
#include "check/options.h"
#include "check/messages.h"
#include "cli/manual.h"
#include "op/finding.h"

#include <string.h>

static void help_commands(void) {
    puts("mazurka finds what can go wrong in a multithreaded program, under "
         "every\nschedule.\n");
    puts("usage:");
#define X(name, function, usage, purpose) \
    printf("  mazurka %s\n      %s\n", usage, purpose);
    COMMANDS(X)
#undef X
    puts("  mazurka --version\n      which version this is\n\n"
         "help topics: check, cc, model, litmus, replay, options, exit-codes, "
         "findings,\n             json, man");
}

static void help_check(void) {
    puts("usage: mazurka [check] [OPTIONS] FILE.c… [COMPILER OPTIONS] "
         "[-- ARGUMENTS]\n"
         "       mazurka run [OPTIONS] BINARY [-- ARGUMENTS]\n"
         "       mazurka compare [OPTIONS] FILE.c… [COMPILER OPTIONS] "
         "[-- ARGUMENTS]\n"
         "       mazurka audit [OPTIONS] FILE.c… [COMPILER OPTIONS] "
         "[-- ARGUMENTS]\n\n"
         "Words that begin with one dash (-DX -Idir -std=c11 -lm) go to the\n"
         "compiler, except -k, -q and -v. A value follows after '=' or as the\n"
         "next word. The same options are read from MAZURKA_OPTIONS by a\n"
         "program that 'mazurka cc' has built.\n\n"
         "options:");
    options_help(stdout, FOR_CHECK);
}

static void help_options(void) {
    puts("options of 'mazurka check', 'run' and 'compare':");
    options_help(stdout, FOR_C);
    puts("\noptions of 'mazurka model':");
    options_help(stdout, FOR_MODEL);
    puts("\noptions of 'mazurka litmus':");
    options_help(stdout, FOR_LITMUS);
    puts("\noptions of 'mazurka replay':");
    options_help(stdout, FOR_REPLAY);
    options_later(stdout);
}

static void help_model_format(void) {
    puts("An abstract program:\n\n"
         "  init x=1 a[2]=5     initial values; everything else starts at 0\n"
         "  sem s=2             a semaphore with an initial value\n"
         "  root a b            the threads that run at the start\n"
         "  thread NAME         a thread's statements follow:\n\n"
         "  W x e               R r x              CAS r x e1 e2\n"
         "  FAA|AND|OR|XOR|XCHG r x e              (r may be _: unused)\n"
         "  AWAIT x OP e        RAWAIT r x OP e    XAWAIT r x OP e1 e2\n"
         "  LOCK m   UNLOCK m   TRYLOCK r m\n"
         "  WAIT c m            TWAIT r c m        SIGNAL c   BCAST c\n"
         "  RDLOCK l  WRLOCK l  RWUNLOCK l         TRYRDLOCK r l  TRYWRLOCK r "
         "l\n"
         "  SEMWAIT s SEMPOST s SEMTRY r s         SEMREAD r s\n"
         "  BARRIER b n         SPAWN t            JOIN t\n"
         "  CHOOSE r n          every value 0 … n-1\n"
         "  ASSUME e   ASSERT e   LET r e\n"
         "  IF e … ELSE … END   WHILE e … END\n\n"
         "docs/model-format.md has the whole story.");
}

static void help_model(void) {
    puts("usage: mazurka model [OPTIONS] FILE.model\n");
    help_model_format();
    puts("\noptions:");
    options_help(stdout, FOR_MODEL);
}

static void help_cc(void) {
    puts("usage: mazurka cc CLANG-ARGUMENTS…\n\n"
         "Compiles and links as clang does, with its options; what comes out "
         "is\n"
         "checked by 'mazurka run', or when it is run by itself "
         "(MAZURKA_OPTIONS in\n"
         "the environment has options then). Of its own it has these:\n"
         "  --loops=await|assume|off   what becomes of loops that only wait\n"
         "  --purity=full|paper        what is seen in loops, as for 'check'\n"
         "  --states                   for --algorithm=stateful\n"
         "  --explain-loops            compile nothing, but say of each loop "
         "what\n"
         "                             becomes of it, and why");
}

static void help_litmus(void) {
    puts("usage: mazurka litmus [OPTIONS] FILE.litmus\n\n"
         "Reads a litmus test in herd's C format and tells its final states as\n"
         "herd does, under --memory=rc11 unless another one is said. The exit code\n"
         "is 0 if the condition holds as it is written (exists, ~exists, forall)\n"
         "and 1 if it does not. docs/litmus.md says what is understood.\n\n"
         "options:");
    options_help(stdout, FOR_LITMUS);
}

static void help_gdb(void) {
    puts("With --gdb, 'mazurka replay' stands at the beginning of the first "
         "step\n"
         "that explains the finding, in the thread that takes it, built without\n"
         "optimisation if it is built again. gdb's own commands work within a\n"
         "step, and these between:\n"
         "  mz step [N], mz back [N]   begin the next step, or the one before\n"
         "  mz next                    begin the next that explains the finding\n"
         "  mz goto N, mz steps        any step of the schedule; all of them\n"
         "  mz threads, mz where NAME  the program's threads and their stacks\n"
         "  mz in NAME COMMAND         in that thread: mz in main/1 info "
         "locals\n"
         "  mz watch EXPR              go back to the last write of EXPR");
}

static void help_replay(void) {
    puts("usage: mazurka replay [OPTIONS] TRACE.json\n\n"
         "Shows the schedule of a finding step by step. The program must be\n"
         "the one that was checked: it is looked for where it was, and beside\n"
         "the trace. If it was compiled for the check, it is built again from\n"
         "the same sources, in the same way, if you agree.\n\noptions:");
    options_help(stdout, FOR_REPLAY);
    putchar('\n');
    help_gdb();
}

static void help_exit_codes(void) {
    puts("exit codes:\n"
         "  0  the search is complete and found nothing\n"
         "  1  an error was found (--error-exitcode=N: N instead)\n"
         "  2  the search is incomplete (a bound, a time-out, an interrupt):\n"
         "     nothing found so far\n"
         "  3  not checked: bad usage, or something that is not supported\n"
         "  4  a fault of mazurka itself");
}

static void help_findings(void) {
    puts("findings:");
    for (int i = NO_FINDING + 1; i < FINDING_KINDS; i++)
        printf("  %-18s %s\n", finding_name((enum finding_kind)i),
               finding_meaning((enum finding_kind)i));
}

static void help_json(void) {
    puts("--json=FILE writes one object with these keys, in this order:\n\n"
         "  mazurka         the version\n"
         "  schema          the version of these keys: 1 (docs/result.schema.json)\n"
         "  program         the files that were checked\n"
         "  arguments       of the program\n"
         "  options         by name; null is none; max-memory is in KiB\n"
         "  algorithm       the one that was taken\n"
         "  memory          the memory model: sc, tso, ra or rc11\n"
         "  outside         functions that were called and are not under "
         "control\n"
         "  trusted         those of them that --trust names\n"
         "  verdict         safe, unsafe, incomplete or not-checked\n"
         "  reason          of the last two verdicts, or why not complete\n"
         "  complete        was everything explored?\n"
         "  scenarios       of a program that calls mz_run: each with name,\n"
         "                  verdict, reason, complete, executions, seconds\n"
         "  executions      complete, sleep_set_blocked, assume_blocked,\n"
         "                  deadlocked (awaits included), bounded\n"
         "  estimate        of an incomplete search, if it can be told: how many\n"
         "                  executions it has in all, between low and high\n"
         "  steps           executed, replayed\n"
         "  races_reversed\n"
         "  preemptions, switches  with a bound: with at most so many everything is\n"
         "                  explored\n"
         "  digest          with --digest: a hash of the classes that were explored\n"
         "  seconds         compile, explore, explore_cpu (of the processor)\n"
         "  peak_kib        memory\n"
         "  findings        each with kind, message, thread, file, line,\n"
         "                  function, executions, confirmed (seen again in\n"
         "                  another process), trace; title and explanation:\n"
         "                  sentences; threads and steps: what happened, each with\n"
         "                  kind, step, thread, file, line, function, source, text,\n"
         "                  operation, object, old, value, from, locks, matters;\n"
         "                  accesses: both of a data race\n"
         "  unconfirmed     findings that did not happen again\n"
         "  cut_loops       by --unroll: each with file, line, function,\n"
         "                  executions\n\n"
         "With --json=- it is all that goes to standard output. The report for\n"
         "people goes to standard error, and so does the last line. The same holds\n"
         "for the other formats.");
}

static void help_tests(void) {
    puts("#include <mazurka.h>, which is harmless under other compilers:\n"
         "  mz_choose(n)          every value 0 ... n-1 is tried\n"
         "  mz_assume(c)          executions where c is false are not wanted\n"
         "  mz_await(c)           wait until c holds\n"
         "  mz_thread_name(s)     the name that reports use\n"
         "  mz_run(function), mz_run_named(name, function)\n"
         "                        a scenario: main calls it; each is searched by\n"
         "                        itself, and reported by its name\n"
         "  mz_scenario(name)     is it this one that is searched now?\n\n"
         "Tests of cmocka and Check are scenarios, too; an assertion of theirs\n"
         "that fails is a finding.");
}

// The manual page is made of these.
static void help_man(void) {
    static const struct help_topic sections[] = {
        {"exit-codes", help_exit_codes},
        {"findings", help_findings},
        {"tests", help_tests},
        {"models", help_model_format},
        {"debugging", help_gdb},
        {"json", help_json}};
    manual_print(sections, sizeof sections / sizeof *sections);
}

static const struct help_topic topics[] = {
    {"commands", help_commands}, {"options", help_options},
    {"check", help_check},       {"run", help_check},
    {"compare", help_check},     {"audit", help_check},
    {"model", help_model},
    {"litmus", help_litmus},
    {"replay", help_replay},     {"exit-codes", help_exit_codes},
    {"findings", help_findings}, {"json", help_json},
    {"cc", help_cc},             {"man", help_man},
    {"tests", help_tests},
};

int command_help(int count, char **arguments) {
    if (count > 1)
        return refuse(NULL, "one help topic at a time, not also %s",
                      arguments[1]);
    const char *topic = count ? arguments[0] : "commands";
    struct nearest near = nearest_to(topic, strlen(topic));
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        nearest_offer(&near, topics[i].name, strlen(topics[i].name));
        if (strcmp(topics[i].name, topic) == 0) {
            topics[i].print();
            return 0;
        }
    }
    if (near.best)
        return refuse("see 'mazurka --help'",
                      "there is no help topic %s; did you mean %s?", topic,
                      near.best);
    return refuse("see 'mazurka --help'", "there is no help topic %s", topic);
}
