// SPDX-License-Identifier: Apache-2.0

#include "cli/command.h"

#include "check/options.h"
#include "check/messages.h"
#include "op/finding.h"

#include <string.h>

static void help_commands(void) {
    puts("mazurka finds what can go wrong in a multithreaded program, under "
         "every schedule.\n");
    puts("usage:");
#define X(name, function, usage, purpose) \
    printf("  mazurka %s\n      %s\n", usage, purpose);
    COMMANDS(X)
#undef X
    puts("  mazurka --version\n      which version this is\n\n"
         "help topics: check, model, replay, options, exit-codes, findings, "
         "json");
}

static void help_check(void) {
    puts("usage: mazurka [check] [OPTIONS] FILE.c… [COMPILER OPTIONS] "
         "[-- ARGUMENTS]\n"
         "       mazurka run [OPTIONS] BINARY [-- ARGUMENTS]\n"
         "       mazurka compare [OPTIONS] FILE.c… [COMPILER OPTIONS] "
         "[-- ARGUMENTS]\n\n"
         "Words that begin with one dash (-DX -Idir -std=c11 -lm) go to the\n"
         "compiler, except -k, -q and -v. The same options are read from\n"
         "MAZURKA_OPTIONS by a program that 'mazurka cc' has built.\n\n"
         "options:");
    options_help(stdout, FOR_CHECK);
}

static void help_options(void) {
    puts("options of 'mazurka check', 'run' and 'compare':");
    options_help(stdout, FOR_C);
    puts("\noptions of 'mazurka model':");
    options_help(stdout, FOR_MODEL);
    puts("\noptions of 'mazurka replay':");
    options_help(stdout, FOR_REPLAY);
    fputs("\nnot in this version:", stdout);
    options_later(stdout);
}

static void help_model(void) {
    puts("usage: mazurka model [OPTIONS] FILE.model\n\n"
         "The file is an abstract program:\n\n"
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
         "docs/model-format.md has the whole story.\n\noptions:");
    options_help(stdout, FOR_MODEL);
}

static void help_replay(void) {
    puts("usage: mazurka replay [OPTIONS] TRACE.json\n\n"
         "Shows the schedule of a finding step by step. The program must be\n"
         "the one that was checked: it is looked for where it was, and beside\n"
         "the trace. If it was compiled for the check, it is built again from\n"
         "the same sources, in the same way, if you agree.\n\noptions:");
    options_help(stdout, FOR_REPLAY);
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
         "  program         the files that were checked\n"
         "  arguments       of the program\n"
         "  options         by name; null is none; max-memory is in KiB\n"
         "  algorithm       the one that was taken\n"
         "  memory          the memory model: sc\n"
         "  verdict         safe, unsafe, incomplete or not-checked\n"
         "  reason          of the last two verdicts, or why not complete\n"
         "  complete        was everything explored?\n"
         "  executions      complete, sleep_set_blocked, assume_blocked,\n"
         "                  deadlocked (awaits included), bounded\n"
         "  steps           executed, replayed\n"
         "  races_reversed\n"
         "  seconds         compile, explore, explore_cpu (of the processor)\n"
         "  peak_kib        memory\n"
         "  findings        each with kind, message, thread, file, line,\n"
         "                  function, executions, confirmed (seen again in\n"
         "                  another process), trace\n"
         "  unconfirmed     findings that did not happen again\n"
         "  cut_loops       by --unroll: each with file, line, function,\n"
         "                  executions\n\n"
         "With --json=- it goes to standard output before the last line, and\n"
         "the report for people goes to standard error.");
}

static const struct topic {
    const char *name;
    void (*print)(void);
} topics[] = {
    {"commands", help_commands},
    {"options", help_options},
    {"check", help_check},
    {"run", help_check},
    {"compare", help_check},
    {"model", help_model},
    {"replay", help_replay},
    {"exit-codes", help_exit_codes},
    {"findings", help_findings},
    {"json", help_json},
};

int command_help(int count, char **arguments) {
    if (count > 1)
        return refuse(NULL, "one help topic at a time, not also %s",
                      arguments[1]);
    const char *topic = count ? arguments[0] : "commands";
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        if (strcmp(topics[i].name, topic) == 0) {
            topics[i].print();
            return 0;
        }
    return refuse("see 'mazurka --help'", "there is no help topic %s", topic);
}
