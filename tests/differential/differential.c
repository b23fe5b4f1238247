// SPDX-License-Identifier: Apache-2.0
// Random C programs, checked by mazurka in many ways and interpreted by brute
// force: both must say the same.
//
//   differential --mazurka=PATH --source=tests/differential [OPTIONS] [FILE.c…]
//
// With files, which were found before: do they still disagree? Else
//
//   --count=N     programs (default 100)     --seed=N      of the first (1)
//   --jobs=N      processes (2)              --seconds=N   for a check (5)
//   --with=…      parts of the language, with commas (default: all)
//   --without=…   all parts but these        --always=…    in every program
//   --only=…      configurations             --except=…    all but these
//   --found=DIR   where failing programs go, made small
//   --each=N      so many with one kind of disagreement (4)
//   --show        print the programs and their outcomes, check nothing
//   --by-memory   no thread returns a result: it is in a variable
//   --no-hangs    no program has a loop that may go on for ever
//   --run         by `mazurka run` instead of running programs by themselves
//   --keep        leave the files where they were compiled
//
// Exit code: 0 if there was no disagreement, 1 if there was.

#include "again.h"
#include "compare.h"
#include "expectation.h"
#include "generate.h"
#include "print.h"
#include "random.h"
#include "shrink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_AGAIN = 1000 };

struct session {
    struct tool tool;
    const char *found, *only, *except;
    char include[300], include2[300];
    unsigned count, jobs, with, always, job, each;
    uint64_t seed;
    bool show, keep, by_memory, no_hangs;
    unsigned programs, checks, skipped, unusable, disagreements;
    const char *again[MOST_AGAIN];
    unsigned again_count;
    // How often a configuration disagreed in which way.
    unsigned counted[64][DISAGREEMENT_COUNT];
};

// ----------------------------------------------------------------- choosing

// Programs that are worth checking: of a size that all searches can manage.
enum {
    MOST_INTERLEAVINGS = 100000,
    MOST_LOOP_STATES = 4000,
};

static bool is_wanted(const struct behaviour *b, uint64_t seed) {
    uint64_t state = seed;
    if (b->too_large || b->wrong & WRONG_UNDEFINED)
        return false;
    if (b->has_loops ? b->states > MOST_LOOP_STATES
                     : b->interleavings > MOST_INTERLEAVINGS)
        return false;
    // What always hangs, has one outcome, or a race that nobody can miss says
    // little.
    if (b->easy_race && !random_percent(&state, 10))
        return false;
    return b->outcomes.count > 1 || (b->outcomes.count && b->wrong) ||
           random_percent(&state, 15);
}

static bool is_named(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; at && *at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 &&
            (at[length] == ',' || !at[length]))
            return true;
    }
    return false;
}

static unsigned features_of(const char *list) {
    unsigned bits = 0;
    for (unsigned f = 0; f < FEATURE_COUNT; f++)
        if (is_named(list, feature_names[f]))
            bits |= 1u << f;
    return bits;
}

// ---------------------------------------------------------------- reporting

// What tells similar programs apart: which statements they have.
static void note_kind(void *context, const struct statement *s) {
    uint64_t *hash = context;
    uint64_t what = s->kind + 1u;
    if (s->kind == S_SPIN || s->kind == S_LOOP)
        what |= (uint64_t)s->condition.form << 8 | s->condition.variable << 16 |
                s->both << 17;
    uint64_t bit = what * 0x9e3779b97f4a7c15ull;
    bit ^= bit >> 31;
    *hash += bit * bit; // in any order
}

static void write_found(struct session *s, const struct program *p,
                        const struct behaviour *b, enum disagreement kind,
                        const char *details) {
    char path[400], name[100];
    uint64_t hash = kind;
    program_visit(p, note_kind, &hash);
    snprintf(name, sizeof name, "%s", disagreement_names[kind]);
    for (char *c = name; *c; c++)
        if (*c == ' ')
            *c = '-';
    snprintf(path, sizeof path, "%s/%s-%06llx.c", s->found, name,
             (unsigned long long)(hash >> 40));
    struct stat exists;
    if (stat(path, &exists) == 0) {
        printf("  like %s\n", path);
        return;
    }
    FILE *file = fopen(path, "w");
    if (!file)
        return;
    fprintf(file, "// SPDX-License-Identifier: Apache-2.0\n// seed %llu\n",
            (unsigned long long)p->seed);
    expectation_print(file, b);
    fprintf(file, "%s", details);
    print_alone(file, p, "../report.h");
    fclose(file);
    printf("  see %s\n", path);
}

static bool is_selected(const struct session *s,
                        const struct configuration *c) {
    return (!s->only || is_named(s->only, c->name)) &&
           !is_named(s->except, c->name);
}

// Searches that do not end are waited for only so often for one program.
enum { MOST_ENDLESS = 3 };

// Which configurations disagree about a program, one line each.
static enum disagreement try_all(struct session *s, const struct program *p,
                                 const struct behaviour *b,
                                 const struct built *built, char *lines,
                                 size_t room) {
    enum disagreement first = D_NONE;
    size_t length = 0;
    unsigned endless = 0;
    lines[0] = 0;
    for (unsigned i = 0; i < configuration_count && endless < 3 * MOST_ENDLESS;
         i++) {
        const struct configuration *c = &configurations[i];
        struct verdict v;
        if ((c->flags & (SMALL | REUSE | IGNORE) && !compare_wants(c, p, b)) ||
            !is_selected(s, c))
            continue;
        compare(&s->tool, c, built, p, b, &v);
        if (v.disagreement == D_NONE)
            continue;
        endless += v.disagreement == D_ENDLESS;
        if (!first)
            first = v.disagreement;
        if (length < room - 1)
            length += (size_t)snprintf(
                lines + length, room - length, "// %s (%s): %s %s\n", c->name,
                c->options, disagreement_names[v.disagreement], v.detail);
    }
    return first;
}

static void shrink_and_write(struct session *s, const struct program *p,
                             const struct configuration *c,
                             enum disagreement kind) {
    struct program *small = program_copy(p);
    struct behaviour b;
    struct built built = {.number = 0};
    char lines[8000];
    shrink(&s->tool, c, kind, &small);
    interpret(small, &b);
    if (build_together(&s->tool, &small, 1, "shrunk", EVERY_BUILD, &built)) {
        if (try_all(s, small, &b, &built, lines, sizeof lines))
            write_found(s, small, &b, kind, lines);
    }
    behaviour_free(&b);
    program_free(small);
}

// ----------------------------------------------------------------- checking

static void check_program(struct session *s, const struct program *p,
                          const struct behaviour *b,
                          const struct built *built) {
    const struct configuration *failing = NULL;
    enum disagreement kind = D_NONE;
    bool fresh = false;
    unsigned endless = 0;
    for (unsigned i = 0; i < configuration_count && endless < MOST_ENDLESS;
         i++) {
        const struct configuration *c = &configurations[i];
        struct verdict v;
        if (!compare_wants(c, p, b) || !is_selected(s, c))
            continue;
        compare(&s->tool, c, built, p, b, &v);
        s->checks++;
        s->skipped += v.skipped;
        if (v.skipped && v.detail[0] && getenv("DIFFERENTIAL_VERBOSE"))
            printf("seed %llu: %s: %s\n", (unsigned long long)p->seed, c->name,
                   v.detail);
        if (v.disagreement == D_NONE)
            continue;
        printf("seed %llu: %s: %s %s\n", (unsigned long long)p->seed, c->name,
               disagreement_names[v.disagreement], v.detail);
        s->disagreements++;
        endless += v.disagreement == D_ENDLESS;
        bool few = s->counted[i][v.disagreement]++ < s->each;
        if (few && !fresh) {
            fresh = true;
            failing = c;
            kind = v.disagreement;
        }
    }
    if (failing && s->found)
        shrink_and_write(s, p, failing, kind);
    fflush(stdout);
}

static void show(const struct program *p, const struct behaviour *b) {
    print_program(stdout, p, "");
    expectation_print(stdout, b);
    printf("// %u states, %g interleavings, %g without plain accesses%s\n\n",
           b->states, b->interleavings, b->plain_interleavings,
           b->too_large ? ", too large" : "");
}

static void check_batch(struct session *s, struct program **programs,
                        struct behaviour *behaviours, unsigned count) {
    struct built built;
    if (!count)
        return;
    if (!build_together(&s->tool, programs, count, "batch", EVERY_BUILD,
                        &built)) {
        printf("does not compile: see %s/batch.c, compile.txt\n",
               s->tool.folder);
        s->disagreements++;
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        built.number = i;
        check_program(s, programs[i], &behaviours[i], &built);
        s->programs++;
    }
}

// This job's share: every jobs-th seed.
static void check_share(struct session *s) {
    struct program *programs[MOST_TOGETHER];
    struct behaviour behaviours[MOST_TOGETHER];
    unsigned batch = 0;
    for (unsigned done = 0; done < s->count;) {
        for (batch = 0; batch < MOST_TOGETHER && done < s->count;) {
            uint64_t seed = s->seed;
            s->seed += s->jobs;
            struct program *p = generate(seed, s->with, s->always);
            for (unsigned t = 1; t < p->threads && s->by_memory; t++)
                p->by_memory[t] = true;
            struct behaviour *b = &behaviours[batch];
            if (!program_is_valid(p)) {
                printf("seed %llu: not valid\n", (unsigned long long)seed);
                abort();
            }
            interpret(p, b);
            if (s->show)
                show(p, b);
            bool hangs = s->no_hangs && b->wrong & WRONG_LIVELOCK;
            if (s->show || hangs || !is_wanted(b, seed)) {
                s->unusable++;
                done += s->show;
                behaviour_free(b);
                program_free(p);
                continue;
            }
            programs[batch++] = p;
            done++;
        }
        check_batch(s, programs, behaviours, batch);
        for (unsigned i = 0; i < batch; i++) {
            behaviour_free(&behaviours[i]);
            program_free(programs[i]);
        }
    }
}

static int run_job(struct session *s, unsigned job) {
    s->job = job;
    s->seed += job;
    s->count = (s->count + s->jobs - 1 - job) / s->jobs;
    snprintf(s->tool.folder, sizeof s->tool.folder, "%s/differential-%d",
             getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (int)getpid());
    mkdir(s->tool.folder, 0755);
    for (unsigned i = job; i < s->again_count; i += s->jobs)
        s->disagreements += again_check(&s->tool, s->again[i]) > 0;
    if (!s->again_count)
        check_share(s);
    if (s->again_count)
        printf("%u of %u files still disagree\n", s->disagreements,
               (s->again_count + s->jobs - 1 - job) / s->jobs);
    else if (!s->show)
        printf("%u programs, %u checks (%u not comparable), %u seeds not "
               "usable, %u disagreements\n",
               s->programs, s->checks, s->skipped, s->unusable,
               s->disagreements);
    char command[300];
    if (s->keep)
        return s->disagreements > 0;
    snprintf(command, sizeof command, "rm -rf %s", s->tool.folder);
    if (system(command) != 0)
        return 2;
    return s->disagreements > 0;
}

// --------------------------------------------------------------------- main

static const char *value_of(const char *argument, const char *name) {
    size_t length = strlen(name);
    return strncmp(argument, name, length) == 0 ? argument + length : NULL;
}

static bool take_option(struct session *s, const char *argument) {
    const char *value;
    if ((value = value_of(argument, "--mazurka=")))
        s->tool.mazurka = value;
    else if ((value = value_of(argument, "--source=")))
        snprintf(s->include, sizeof s->include, "%s", value);
    else if ((value = value_of(argument, "--count=")))
        s->count = (unsigned)atoi(value);
    else if ((value = value_of(argument, "--seed=")))
        s->seed = strtoull(value, NULL, 10);
    else if ((value = value_of(argument, "--jobs=")))
        s->jobs = (unsigned)atoi(value);
    else if ((value = value_of(argument, "--each=")))
        s->each = (unsigned)atoi(value);
    else if ((value = value_of(argument, "--seconds=")))
        s->tool.seconds = (unsigned)atoi(value);
    else if ((value = value_of(argument, "--without=")))
        s->with &= ~features_of(value);
    else if ((value = value_of(argument, "--with=")))
        s->with = features_of(value);
    else if ((value = value_of(argument, "--always=")))
        s->always = features_of(value);
    else if ((value = value_of(argument, "--only=")))
        s->only = value;
    else if ((value = value_of(argument, "--except=")))
        s->except = value;
    else if ((value = value_of(argument, "--found=")))
        s->found = value;
    else if (strcmp(argument, "--show") == 0)
        s->show = true;
    else if (strcmp(argument, "--by-memory") == 0)
        s->by_memory = true;
    else if (strcmp(argument, "--no-hangs") == 0)
        s->no_hangs = true;
    else if (strcmp(argument, "--run") == 0)
        s->tool.by_run = true;
    else if (strcmp(argument, "--keep") == 0)
        s->keep = true;
    else if (*argument == '-' || s->again_count == MOST_AGAIN)
        return false;
    else
        s->again[s->again_count++] = argument;
    return true;
}

int main(int count, char **arguments) {
    static struct session s;
    s = (struct session){.count = 100,
                         .seed = 1,
                         .jobs = 2,
                         .each = 4,
                         .with = EVERY_FEATURE,
                         .tool = {.mazurka = "mazurka", .seconds = 5}};
    for (int i = 1; i < count; i++)
        if (!take_option(&s, arguments[i])) {
            fprintf(stderr, "differential: what is %s?\n", arguments[i]);
            return 3;
        }
    snprintf(s.include2, sizeof s.include2, "%.280s/../../include", s.include);
    s.tool.include = s.include;
    s.tool.include2 = s.include2;
    if (s.show)
        s.jobs = 1;
    int result = 0;
    for (unsigned job = 0; job < s.jobs; job++)
        if (!fork()) {
            setvbuf(stdout, NULL, _IOLBF, 0);
            exit(run_job(&s, job));
        }
    for (unsigned job = 0; job < s.jobs; job++) {
        int status;
        wait(&status);
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 2;
        result = code > result ? code : result;
    }
    return result;
}
