// SPDX-License-Identifier: Apache-2.0

#include "property.h"

#include "in_parts.h"
#include "random_program.h"

#include "base/file.h"
#include "base/memory.h"

#include <dirent.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct contender reference_all = {.name = "all",
                                        .algorithm = ALGORITHM_ALL};
const struct contender reference_optimal = {.name = "optimal",
                                            .algorithm = ALGORITHM_OPTIMAL};

// A class that was met: its canonical form, how it ended, its final state.
struct met {
    struct trace_class class;
    struct state_hash state;
    enum ending ending;
    uint32_t times;
};

// A set of classes, by open addressing; `low` is a good hash already.
struct classes {
    struct met *slot;
    size_t room, count;
};

static struct met *find(struct classes *set, struct trace_class class) {
    size_t at = class.low & (set->room - 1);
    while (set->slot[at].times && (set->slot[at].class.low != class.low ||
                                   set->slot[at].class.high != class.high))
        at = (at + 1) & (set->room - 1);
    return &set->slot[at];
}

static void grow(struct classes *set) {
    struct classes bigger = {.room = set->room ? 2 * set->room : 64};
    bigger.slot = memory_new(bigger.room, sizeof *bigger.slot);
    for (size_t i = 0; i < set->room; i++)
        if (set->slot[i].times)
            *find(&bigger, set->slot[i].class) = set->slot[i];
    bigger.count = set->count;
    memory_free(set->slot);
    *set = bigger;
}

struct run {
    struct classes classes;
    uint64_t twice, asleep;
    bool state_differs; // two members of one class ended differently
};

static void note_execution(void *context, const struct trace *trace,
                           enum ending ending, uint64_t number) {
    struct run *run = context;
    (void)number;
    if (ending == ENDED_ASLEEP) {
        run->asleep++;
        return;
    }
    if (2 * run->classes.count >= run->classes.room)
        grow(&run->classes);
    struct met now = {trace_class(trace), model_observable(trace->machine),
                      ending, 1};
    struct met *known = find(&run->classes, now.class);
    if (!known->times) {
        *known = now;
        run->classes.count++;
        return;
    }
    run->twice++;
    known->times++;
    if (known->state.low != now.state.low ||
        known->state.high != now.state.high || known->ending != now.ending)
        run->state_differs = true;
}

static void forget_executions(void *context) {
    struct run *run = context;
    memory_free(run->classes.slot);
    *run = (struct run){0};
    grow(&run->classes);
}

static bool explore(struct machine *machine, const struct contender *c,
                    uint64_t seed, uint64_t most, struct run *run) {
    *run = (struct run){0};
    grow(&run->classes);
    struct search_options options = {.algorithm = c->algorithm,
                                     .make = c->make,
                                     .seed = seed,
                                     .k = c->k,
                                     .max_executions = most,
                                     .keep_going = true};
    struct search_observer observer = {.execution = note_execution,
                                       .begins = forget_executions,
                                       .context = run};
    if (c->in_parts) {
        options.seed = 0;
        return search_in_parts(machine, &options, &observer, seed + 1);
    }
    struct search_result result;
    search(machine, &options, &observer, NULL, &result);
    bool finished = result.limit == NO_LIMIT;
    search_result_free(&result);
    return finished;
}

__attribute__((format(printf, 2, 3))) static void
fails(struct judgement *j, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    j->verdict = FAILS;
    vsnprintf(j->why, sizeof j->why, format, arguments);
    va_end(arguments);
}

static void compare(struct judgement *j, struct run *all, struct run *run,
                    const struct contender *c, uint64_t seed) {
    unsigned long long s = seed;
    if (c->optimal && run->asleep)
        return fails(j, "%s, order %llu: %llu executions blocked by sleep sets",
                     c->name, s, (unsigned long long)run->asleep);
    if (run->twice)
        return fails(j, "%s, order %llu: %llu executions of known classes",
                     c->name, s, (unsigned long long)run->twice);
    for (size_t i = 0; i < run->classes.room; i++) {
        const struct met *m = &run->classes.slot[i];
        if (!m->times)
            continue;
        const struct met *known = find(&all->classes, m->class);
        if (!known->times)
            return fails(j, "%s, order %llu: a class that does not exist",
                         c->name, s);
        if (known->state.low != m->state.low ||
            known->state.high != m->state.high || known->ending != m->ending)
            return fails(j, "%s, order %llu: another final state", c->name, s);
    }
    if (run->classes.count != all->classes.count)
        fails(j, "%s, order %llu: %zu classes, not %zu", c->name, s,
              run->classes.count, all->classes.count);
}

static void judge_machine(struct machine *machine,
                          const struct contender *reference, uint64_t most,
                          const struct contender *contenders, unsigned count,
                          uint64_t seed, struct judgement *j) {
    struct run all;
    bool finished = explore(machine, reference, 0, most, &all);
    j->classes = all.classes.count;
    j->interleavings = all.classes.count + all.twice;
    if (!finished)
        j->verdict = TOO_BIG;
    else if (all.state_differs)
        fails(j, "the dependency relation is wrong: one class, two states");
    for (unsigned c = 0; c < count && j->verdict == HOLDS; c++)
        for (unsigned k = 0; k <= contenders[c].seeds; k++) {
            struct run run;
            uint64_t order = k ? seed * 31 + k : 0;
            // A search gone wild must not hang the test.
            bool ended = explore(machine, &contenders[c], order,
                                 20 * j->interleavings + 1000, &run);
            if (!ended)
                fails(j, "%s, order %llu: does not end", contenders[c].name,
                      (unsigned long long)order);
            else
                compare(j, &all, &run, &contenders[c], order);
            memory_free(run.classes.slot);
            if (j->verdict != HOLDS)
                break;
        }
    memory_free(all.classes.slot);
}

struct judgement judge_against(const struct contender *reference,
                               const char *text, struct relation relation,
                               uint64_t most,
                               const struct contender *contenders,
                               unsigned count, uint64_t seed) {
    struct judgement j = {.verdict = HOLDS};
    struct model_error error;
    struct model_program *program =
        model_parse("random", text, strlen(text), &error);
    if (!program) {
        j.verdict = NO_PROGRAM;
        snprintf(j.why, sizeof j.why, "%u:%u: %s", error.line, error.column,
                 error.message);
        return j;
    }
    struct machine *machine = model_machine(program, relation);
    judge_machine(machine, reference, most, contenders, count, seed, &j);
    machine_destroy(machine);
    return j;
}

struct judgement judge(const char *text, struct relation relation,
                       uint64_t most, const struct contender *contenders,
                       unsigned count, uint64_t seed) {
    return judge_against(&reference_all, text, relation, most, contenders,
                         count, seed);
}

// ------------------------------------------------------------ expectations

static unsigned long number(const char *line, const char *key) {
    const char *at = strstr(line, key);
    return at ? strtoul(at + strlen(key), NULL, 10) : ULONG_MAX;
}

bool expectation_next(const char **text, struct expectation *e) {
    const char *line = strstr(*text, "# expect");
    if (!line)
        return false;
    const char *end = strchr(line, '\n');
    char copy[256] = "";
    snprintf(copy, sizeof copy, "%.*s", (int)(end - line), line);
    *e = (struct expectation){
        .relation = {.blind_adds = strstr(copy, "--ifaa") != NULL,
                     .failed_cas_writes = strstr(copy, "--cas-write") != NULL},
        .classes = number(copy, " classes="),
        .complete = number(copy, " complete="),
        .deadlock = number(copy, " deadlock="),
        .await = number(copy, " await-blocked="),
        .assume = number(copy, " assume-blocked="),
        .states = number(copy, " final-states="),
    };
    *text = end;
    return true;
}

bool expectation_met(const struct expectation *e,
                     const struct search_result *r) {
    return r->executions[ENDED_COMPLETE] == e->complete &&
           r->executions[ENDED_DEADLOCK] == e->deadlock &&
           r->executions[ENDED_AWAIT] == e->await &&
           r->executions[ENDED_ASSUME] == e->assume;
}

static unsigned check_file(const char *folder, const char *name,
                           expectation_check *holds, uint64_t *failed) {
    char path[512];
    const char *error;
    size_t length;
    unsigned checked = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = file_read(path, 1 << 16, &length, &error);
    const char *at = text;
    struct expectation e;
    for (; text && expectation_next(&at, &e); checked++)
        *failed += !holds(name, text, &e);
    memory_free(text);
    return checked;
}

uint64_t expectations_of(const char *folder, expectation_check *holds) {
    DIR *files = opendir(folder);
    uint64_t failed = 0;
    unsigned checked = 0;
    for (struct dirent *entry; files && (entry = readdir(files));)
        if (strstr(entry->d_name, ".model"))
            checked += check_file(folder, entry->d_name, holds, &failed);
    if (files)
        closedir(files);
    printf("models: %u expectations, %llu failed\n", checked,
           (unsigned long long)failed);
    return failed + (checked < 92);
}

bool explore_text(const char *text, struct relation relation,
                  const struct contender *c, struct search_result *r) {
    struct model_error error;
    struct model_program *program =
        model_parse("test", text, strlen(text), &error);
    if (!program)
        return false;
    struct machine *machine = model_machine(program, relation);
    struct search_options options = {.algorithm = c->algorithm,
                                     .make = c->make,
                                     .k = c->k,
                                     .keep_going = true};
    search(machine, &options, NULL, NULL, r);
    search_result_free(r);
    machine_destroy(machine);
    return true;
}

// ------------------------------------------------------------------ rounds

struct failing {
    const struct round *round;
    uint64_t seed;
};

static struct judgement judge_one(const char *program,
                                  const struct failing *f) {
    const struct round *r = f->round;
    return judge_against(r->reference, program,
                         r->relation(r, f->seed, program), r->most,
                         r->contender, 1 + r->more, f->seed);
}

static bool still_fails(void *context, const char *program) {
    return judge_one(program, context).verdict == FAILS;
}

static void show(const char *program, struct failing *f,
                 const struct judgement *j) {
    char *small = shrink_program(program, still_fails, f);
    struct judgement again = judge_one(small, f);
    struct relation r = f->round->relation(f->round, f->seed, small);
    printf("seed %llu fails: %s\nshrunk (%s), blind adds %d, failed "
           "compare-exchanges write %d, readers conflict %d:\n%s",
           (unsigned long long)f->seed, j->why, again.why, r.blind_adds,
           r.failed_cas_writes, r.readers_conflict, small);
    memory_free(small);
}

uint64_t run_round(const struct round *round, uint64_t wanted, uint64_t seed) {
    uint64_t passed = 0, failed = 0, big = 0, classes = 0;
    for (; passed + failed < wanted && failed < 3; seed++) {
        char *program = random_program_of(seed, round->with, round->operations);
        struct failing f = {round, seed};
        struct judgement j = judge_one(program, &f);
        if (j.verdict == TOO_BIG) {
            big++;
        } else if (j.verdict == HOLDS) {
            passed++;
            classes += j.classes;
        } else {
            failed++;
            show(program, &f, &j);
        }
        memory_free(program);
    }
    printf("%s: %llu passed, %llu failed; %llu classes; %llu were too big\n",
           round->name, (unsigned long long)passed, (unsigned long long)failed,
           (unsigned long long)classes, (unsigned long long)big);
    fflush(stdout);
    return failed;
}
