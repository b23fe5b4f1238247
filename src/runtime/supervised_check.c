// SPDX-License-Identifier: Apache-2.0

#include "runtime/supervised_check.h"

#include "base/fault.h"
#include "base/file.h"
#include "base/seconds.h"
#include "check/console.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "check/scenarios.h"
#include "runtime/jobs.h"

#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct checking {
    struct worker *worker;
    struct check *check;
    struct supervisor *supervisor;
    struct jobs jobs;
    double start, search_start;
    bool began, faulted;
    char refused[400];
    struct scenario scenario; // that was run
    unsigned last_scenario;
    int code;          // of a replay
    size_t told;       // the finding that is being told
    double shortening; // seconds, of all of them
    bool answered;     // it was, or:
    char objection[200];
    struct scenarios scenarios; // those before this one
    struct resume_file resumed; // to begin with, if it has parts
    double next_save;           // seconds
    uint64_t explored;          // executions of this run, by those who are done
    uint32_t number, of;        // of a unit
    uint32_t units;             // that were written
};

// ------------------------------------------------------------- what is
// received

// The cases that every process may send.
static void receive(void *context, unsigned job, enum message_kind kind,
                    const char *bytes, size_t size) {
    struct checking *k = context;
    struct check *c = k->check;
    (void)job;
    switch (kind) {
    case MESSAGE_ERR:
        progress_erase(&c->progress);
        fwrite(bytes, 1, size, stderr);
        break;
    case MESSAGE_SHORTER: {
        struct finding *f = &c->result->findings.at[k->told];
        portable_schedule_free(&f->schedule);
        *f = worker_finding(bytes, size);
        break;
    }
    case MESSAGE_DOT:
        memory_free(c->graph);
        c->graph = memory_text(bytes, size);
        break;
    case MESSAGE_TREE:
        memory_free(c->tree);
        c->tree = memory_text(bytes, size);
        break;
    case MESSAGE_TRACE:
        outputs_trace(c, k->told, bytes);
        break;
    case MESSAGE_STORY:
        outputs_story(c, k->told, bytes);
        break;
    case MESSAGE_AGAIN:
        k->answered = true;
        snprintf(k->objection, sizeof k->objection, "%s", bytes);
        break;
    case MESSAGE_CODE:
        memcpy(&k->code, bytes, sizeof k->code);
        k->answered = true;
        break;
    case MESSAGE_OUT:
    case MESSAGE_DONE:
    case MESSAGE_BEGINS:
    case MESSAGE_FINDING:
    case MESSAGE_CUTS:
    case MESSAGE_OUTSIDE:
    case MESSAGE_REFUSED:
    case MESSAGE_GAVE:
    case MESSAGE_ALONE:
    case MESSAGE_LEARNT:
    case MESSAGE_SAVED:
    case MESSAGE_UNIT:
        break; // of a search, or for the supervisor
    }
}

static void receive_of_search(void *context, unsigned job,
                              enum message_kind kind, const char *bytes,
                              size_t size) {
    struct checking *k = context;
    if (!jobs_receive(&k->jobs, job, kind, bytes, size))
        receive(k, job, kind, bytes, size);
}

static void job_ended(void *context, unsigned job, enum supervised_end end) {
    struct checking *k = context;
    uint64_t most = option_number(&k->check->options, OPTION_MAX_EXECUTIONS);
    progress_erase(&k->check->progress);
    k->explored += search_total(&supervisor_shared(k->supervisor, job)->result);
    jobs_ended(&k->jobs, job, end);
    if (most && k->explored >= most)
        supervisor_stop(k->supervisor, LIMIT_EXECUTIONS);
}

// ---------------------------------------------------------------- checkpoints

static void take_unit(void *context, unsigned job, const struct bytes *unit) {
    struct checking *k = context;
    struct option_value *most =
        &k->worker->check->options.at[OPTION_MAX_EXECUTIONS];
    k->worker->job = job;
    k->worker->unit = unit;
    k->worker->most_executions = most->number ? most->number - k->explored : 0;
}

static bool has_scenarios(const struct checking *k) {
    return k->check->scenario > 1 ||
           supervisor_shared(k->supervisor, 0)->scenario.number;
}

// False if not all is known that is left.
static bool write_checkpoint(struct checking *k, const char *path) {
    struct resume_file all = resume_file_for(k->check);
    bool known = !has_scenarios(k) && jobs_checkpoint(&k->jobs, &all);
    if (known)
        resume_file_write(&all, path);
    all.parts.count = 0; // the jobs' own
    all.learnt = (struct bytes){0};
    resume_file_free(&all);
    return known;
}

static void save_now_and_then(struct checking *k, double seconds) {
    const struct options *o = &k->check->options;
    const char *path = option_file(o, OPTION_CHECKPOINT);
    if (!path || seconds < k->next_save ||
        supervisor_has_stopped(k->supervisor))
        return;
    bool saving = k->jobs.saving;
    bool all = jobs_save(&k->jobs);
    if (all)
        write_checkpoint(k, path);
    if (all || (saving && !k->jobs.saving)) // or it was in vain
        k->next_save = seconds + o->at[OPTION_CHECKPOINT_EVERY].seconds;
}

// What is left of a search that was interrupted.
static void save_at_end(struct checking *k) {
    const char *path = option_file(&k->check->options, OPTION_CHECKPOINT);
    bool left = false, decided = false;
    for (size_t i = 0; i < k->jobs.parts.count; i++) {
        left |= k->jobs.parts.at[i]->result.unfinished;
        decided |= k->jobs.parts.at[i]->decides;
    }
    if (!path || !left || decided || write_checkpoint(k, path))
        return;
    complain_line(
        "%s is not what is left now: %s", path,
        has_scenarios(k)
            ? "scenarios cannot be resumed"
            : "the search cannot be divided, or did not stop in time");
}

// ---------------------------------------------------- searches that are split

// Until there are enough, or nothing is left.
static void split(struct checking *k) {
    const struct options *o = &k->check->options;
    size_t units = 0;
    for (size_t i = 0; i < k->jobs.parts.count; i++)
        units += !k->jobs.parts.at[i]->over;
    if (units < option_number(o, OPTION_INTO))
        jobs_ask_for_unit(&k->jobs);
    else
        supervisor_stop(k->supervisor, LIMIT_INTERRUPT);
    supervisor_hurry(k->supervisor, 0.01);
}

// One file for each part.
static bool write_units(struct checking *k) {
    const char *folder = option_file(&k->check->options, OPTION_SPLIT);
    struct resume_file all = resume_file_for(k->check), one = all;
    bool fine = !has_scenarios(k) && jobs_checkpoint(&k->jobs, &all);
    one.of = (uint32_t)all.parts.count;
    for (size_t i = 0; i < all.parts.count && fine; i++) {
        struct text path = {0};
        one.number = (uint32_t)i + 1;
        one.parts.count = one.parts.room = 1;
        one.parts.at = &all.parts.at[i];
        text_add(&path, "%s/unit-%06u", folder, one.number);
        fine = resume_file_write(&one, text_get(&path));
        text_free(&path);
    }
    k->units = fine ? one.of : 0;
    all.parts.count = 0;
    all.learnt = (struct bytes){0};
    resume_file_free(&all);
    return fine;
}

// What has come of one.
static void write_done(struct checking *k) {
    const char *unit = option_file(&k->check->options, OPTION_UNIT);
    struct resume_file all = resume_file_for(k->check);
    char *path = resume_file_done(unit);
    all.number = k->number;
    all.of = k->of;
    if (!jobs_checkpoint(&k->jobs, &all))
        complain_line("%s is not written: what has come of the unit cannot be "
                      "told in it",
                      path);
    else
        resume_file_write(&all, path);
    memory_free(path);
    all.parts.count = 0;
    all.learnt = (struct bytes){0};
    resume_file_free(&all);
}

// A unit that was interrupted goes on where it was.
static const char *read_unit(struct checking *k, const char *path) {
    char *done = resume_file_done(path);
    const char *objection = "it was not begun";
    if (file_is_regular(done))
        objection = resume_file_read(&k->resumed, done);
    if (objection) {
        resume_file_free(&k->resumed);
        objection = resume_file_read(&k->resumed, path);
    }
    k->number = k->resumed.number;
    k->of = k->resumed.of;
    memory_free(done);
    return objection ? objection : k->of ? NULL : "it is no unit";
}

// False: it is no file of this program's, which was said.
static bool read_resumed(struct checking *k) {
    const char *path = option_file(&k->check->options, OPTION_RESUME);
    const char *unit = option_file(&k->check->options, OPTION_UNIT);
    path = unit ? unit : path;
    if (!path)
        return true;
    const char *objection =
        unit ? read_unit(k, unit) : resume_file_read(&k->resumed, path);
    if (!objection)
        objection = resume_file_objection(&k->resumed, k->check);
    if (objection)
        report_not_checked(&k->check->report, "cannot resume from %s: %s", path,
                           objection);
    return !objection;
}

static void progress(void *context, double seconds) {
    struct checking *k = context;
    struct progress *p = &k->check->progress;
    jobs_tend(&k->jobs, seconds);
    save_now_and_then(k, seconds);
    if (k->jobs.hoards && !supervisor_has_stopped(k->supervisor))
        split(k);
    if (!p->on)
        return;
    struct search_result now = jobs_now(&k->jobs);
    now.seconds = seconds;
    progress_show(p, &now);
}

// ------------------------------------------------------------------ the search

// In which scenario they are, and that there were others before.
static void place_findings(struct checking *k, struct search_result *r) {
    for (size_t i = 0; i < r->findings.count; i++) {
        struct finding *f = &r->findings.at[i];
        f->scenario = k->scenario;
        f->execution += scenarios_total(&k->scenarios);
        if (!f->scenario.number && k->check->scenario > 1)
            f->scenario.number = k->check->scenario; // the others are not run
    }
}

// Nothing is safe because a part of the search has found nothing.
static void say_unit(const struct checking *k, const struct search_result *r) {
    struct report *report = &k->check->report;
    if (!k->of || report->ended[0] || (r->unfinished && !r->restart))
        return;
    snprintf(report->ended, sizeof report->ended,
             r->restart ? "unit %" PRIu32 " of %" PRIu32
                          " has learnt that all must begin again"
                        : "unit %" PRIu32 " of %" PRIu32 " is done",
             k->number, k->of);
}

static void take_result(struct checking *k) {
    struct search_result *r = k->check->result;
    struct report *report = &k->check->report;
    struct part *all = jobs_sum(&k->jobs);
    *r = all->result;
    all->result = (struct search_result){0};
    k->began = all->began;
    k->faulted |= all->faulted;
    k->scenario = all->scenario;
    k->last_scenario = all->last_scenario;
    snprintf(k->refused, sizeof k->refused, "%s", all->refused);
    snprintf(report->ended, sizeof report->ended, "%s", all->ended);
    for (size_t i = 0; i < all->outside.count; i++)
        vec_push(&report->outside, all->outside.at[i]);
    place_findings(k, r);
    say_unit(k, r);
    report->peak_kib = supervisor_peak_kib(k->supervisor);
    // Whoever was asked to stop may have left parts that nobody has begun.
    if (r->unfinished && !r->limit && supervisor_has_stopped(k->supervisor))
        r->limit = (enum limit)supervisor_shared(k->supervisor, 0)->stop;
    if (all->end == END_DONE && r->processes == 1)
        return; // it has looked at the clock itself
    r->seconds = seconds_now() - k->search_start;
    r->cpu_seconds = supervisor_cpu_seconds(k->supervisor);
    if (all->end == END_STOPPED)
        r->limit = (enum limit)supervisor_shared(k->supervisor, 0)->stop;
}

// Who wants to see every execution, or only so many, wants one after the other;
// and where the order is random, it is another one in each process.
static const char *one_process_because(const struct options *o) {
    return outputs_see_executions(o) ? "every execution is shown"
           : option_number(o, OPTION_MAX_EXECUTIONS)
               ? "--max-executions is a number of them, one after the other"
           : option_number(o, OPTION_SEED) ? "--seed makes the order random"
           : option_is(o, OPTION_FILES, "write")
               ? "--files=write keeps what one of them writes"
           : option_on(o, OPTION_DIGEST) ? "--digest is one process's sum"
                                         : NULL;
}

static unsigned jobs_wanted(struct checking *k) {
    const struct options *o = &k->check->options;
    uint64_t wanted = option_number(o, OPTION_JOBS);
    if (!wanted) {
        cpu_set_t cores;
        bool known = sched_getaffinity(0, sizeof cores, &cores) == 0;
        wanted = known ? (uint64_t)CPU_COUNT(&cores) : 1;
        k->jobs.after = 1;
    }
    return one_process_because(o) || k->jobs.hoards ? 1 : (unsigned)wanted;
}

// Who has asked for more than one process is told why there was one, unless
// that was all that it took.
static void say_if_one(const struct checking *k) {
    const struct check *c = k->check;
    const struct search_result *r = c->result;
    const char *why = one_process_because(&c->options);
    if (option_number(&c->options, OPTION_JOBS) < 2 || r->processes > 1 ||
        !k->began)
        return;
    if (why)
        complain_line("one process has searched: %s", why);
    else if (c->report.outside.count || c->report.trusted.count)
        complain_line("one process has searched: what is outside of control "
                      "cannot be copied");
    else if (!r->divisible)
        complain_line("one process has searched: --algorithm=%s%s%s cannot be "
                      "divided",
                      algorithm_name(r->algorithm), r->variant ? ", " : "",
                      r->variant ? r->variant : "");
}

// False: there is nothing left to do.
static bool begin_jobs(struct checking *k) {
    bool resumes = k->resumed.parts.count, left = true;
    if (resumes)
        left = jobs_resume(&k->jobs, k->supervisor, &k->resumed);
    else
        jobs_begin(&k->jobs, k->supervisor);
    resume_file_free(&k->resumed);
    return left;
}

// What they have learnt may not fit together: then once more, with all of it.
static void run_search(struct checking *k) {
    struct check *c = k->check;
    struct supervised_work work = {
        .work = worker_search,
        .context = k->worker,
        .shows_output = true,
        .keeps_output = !option_on(&c->options, OPTION_SHOW_EXECUTIONS),
        .for_readers = option_on(&c->options, OPTION_SHOW_EXECUTIONS),
        .out = c->console.out,
        .seconds = c->seconds,
        .most_kib = option_number(&c->options, OPTION_MAX_MEMORY),
        .receive = receive_of_search,
        .progress = progress,
        .ended = job_ended,
        .receiver = k,
    };
    struct bytes learnt = {0};
    c->progress = progress_new(c->options.at[OPTION_PROGRESS].text);
    c->watched = c->progress.on;
    k->search_start = seconds_now();
    k->explored = 0;
    k->jobs.keep_going = option_on(&c->options, OPTION_KEEP_GOING);
    k->next_save = c->options.at[OPTION_CHECKPOINT_EVERY].seconds;
    for (;;) {
        if (begin_jobs(k))
            supervisor_run(k->supervisor, &work);
        if (!jobs_must_restart(&k->jobs))
            break;
        bytes_free(&learnt);
        learnt = k->jobs.learnt;
        k->jobs.learnt = (struct bytes){0};
        k->worker->unit = &learnt;
        supervisor_forget_output(k->supervisor);
    }
    k->worker->unit = NULL;
    k->worker->job = 0;
    bytes_free(&learnt);
    save_at_end(k);
    if (option_file(&c->options, OPTION_UNIT))
        write_done(k);
    if (k->jobs.hoards)
        write_units(k);
    take_result(k);
    progress_end(&c->progress, c->result);
    say_if_one(k);
}

// -------------------------------------------------------------------- findings

// How long a finding may take to happen again, at least.
static const double shortest = 1;

// In a process of its own: whatever the program does there, the finding stays.
// What nobody controls is not done once more for it. All findings together have
// as long as two.
static void shorten(struct checking *k, bool in_time) {
    struct check *c = k->check;
    struct supervised_work work = {
        .work = worker_shorten,
        .context = k->worker,
        .out = c->console.out,
        .seconds = 2 * CHECK_SHORTENS_FOR,
        .receive = receive,
        .receiver = k,
    };
    if (!in_time || c->report.outside.count || c->report.trusted.count ||
        k->shortening > 2 * CHECK_SHORTENS_FOR)
        return;
    double start = seconds_now();
    supervisor_run(k->supervisor, &work);
    k->shortening += seconds_now() - start;
}

static bool tell(struct check *c, size_t n, char *objection, size_t room) {
    struct checking *k = c->elsewhere;
    double limit = c->options.at[OPTION_TIMEOUT].seconds;
    double left = limit - (seconds_now() - k->start);
    struct supervised_work work = {
        .work = worker_tell,
        .context = k->worker,
        .out = c->console.out,
        .seconds = limit == 0        ? 0
                   : left > shortest ? left
                                     : shortest,
        .receive = receive,
        .receiver = k,
    };
    require(n < c->result->findings.count);
    k->worker->finding = k->told = n;
    k->answered = false;
    shorten(k, limit == 0 || left > 2 * CHECK_SHORTENS_FOR);
    enum supervised_end end = supervisor_run(k->supervisor, &work);
    if (end == END_ITSELF && !k->answered)
        snprintf(k->objection, sizeof k->objection, "%s",
                 supervisor_why(k->supervisor));
    bool known = k->answered || end == END_ITSELF;
    snprintf(objection, room, "%s", known ? k->objection : "");
    return k->answered && !k->objection[0];
}

// ------------------------------------------------------------------- the
// verdict

// What the program printed in its first execution is shown unless a finding was
// told: with that comes what it printed there, if all of that is known.
static bool shows_first_execution(const struct check *c) {
    bool told = false;
    for (size_t i = 0; i < c->result->findings.count; i++)
        told |= c->result->findings.at[i].confirmed;
    return !told || c->report.outside.count || c->report.trusted.count;
}

// What cannot be checked ends a search; what was found before is found.
static void judge(struct checking *k) {
    struct check *c = k->check;
    if (c->result->objection) {
        const char *unit = option_file(&c->options, OPTION_UNIT);
        report_not_checked(&c->report, "cannot resume from %s: %s",
                           unit ? unit
                                : option_file(&c->options, OPTION_RESUME),
                           c->result->objection);
        complain_line("%s", c->report.reason);
        return;
    }
    if (!c->result->findings.count || c->report.outside.count)
        supervisor_show_output(k->supervisor);
    if (k->began || c->result->findings.count || c->report.ended[0] ||
        c->result->limit)
        check_report(c);
    if (shows_first_execution(c))
        supervisor_show_output(k->supervisor);
    supervisor_forget_output(k->supervisor);
    if (!k->refused[0])
        return;
    complain_line("%s", k->refused);
    if (!c->result->findings.count)
        report_not_checked(&c->report, "%s", k->refused);
}

// ---------------------------------------------------------------- scenarios

// The next one is run.
static void begin_scenario(struct checking *k) {
    struct check *c = k->check;
    struct supervised *shared = supervisor_shared(k->supervisor, 0);
    double limit = c->options.at[OPTION_TIMEOUT].seconds;
    double left = limit - (seconds_now() - k->start);
    c->scenario++;
    c->seconds = limit == 0 ? 0 : left > 1e-3 ? left : 1e-3;
    shared->scenario = (struct scenario){0};
    shared->last_scenario = 0;
    shared->result = (struct search_result){0};
}

// Who has found nothing but what was found before, without any scenario, is not
// heard.
static bool is_news(const struct checking *k) {
    const struct search_result *now = k->check->result;
    const struct search_result *before = &k->scenarios.sum;
    size_t known = 0;
    for (size_t i = 0; i < now->findings.count; i++)
        for (size_t n = 0; n < before->findings.count; n++)
            if (mishap_same_place(&now->findings.at[i].mishap,
                                  &before->findings.at[n].mishap)) {
                known++;
                break;
            }
    return !known || known < now->findings.count;
}

// May there be another? Where no execution has come to the end of main, that is
// seen by running none.
static bool has_next(struct checking *k, const struct search_result *r) {
    return k->scenario.number &&
           (k->last_scenario > k->scenario.number ||
            !r->executions[ENDED_COMPLETE]) &&
           r->limit != LIMIT_INTERRUPT && r->limit != LIMIT_TIME;
}

// True if there may be another.
static bool check_scenario(struct checking *k) {
    struct check *c = k->check;
    begin_scenario(k);
    run_search(k);
    struct scenario it = k->scenario;
    bool reached = it.name[0], first = c->scenario == 1;
    bool next = has_next(k, c->result);
    if (first || reached || is_news(k))
        judge(k);
    else
        return false;
    if (!first || reached)
        scenarios_add(&k->scenarios, c, it);
    return next;
}

static int say_split(const struct checking *k) {
    printf("mazurka: split: %" PRIu32 " units in %s\n", k->units,
           option_file(&k->check->options, OPTION_SPLIT));
    return VERDICT_SAFE;
}

int supervised_check(struct worker *w) {
    struct check *c = w->check;
    struct checking k = {.worker = w, .check = c, .start = seconds_now()};
    c->result = memory_new(1, sizeof *c->result);
    if (!check_prepare(c))
        return check_finish(c);
    if (!read_resumed(&k)) {
        complain_line("%s", c->report.reason);
        return check_finish(c);
    }
    w->keeps = option_file(&c->options, OPTION_CHECKPOINT) ||
               option_file(&c->options, OPTION_RESUME) ||
               option_file(&c->options, OPTION_UNIT) ||
               option_file(&c->options, OPTION_SPLIT);
    w->alone = option_file(&c->options, OPTION_UNIT);
    k.jobs.hoards = option_file(&c->options, OPTION_SPLIT);
    k.jobs.take = take_unit;
    k.jobs.context = &k;
    w->supervisor = k.supervisor = supervisor_new(jobs_wanted(&k));
    c->elsewhere = &k;
    c->tell = tell;
    while (check_scenario(&k))
        ;
    if (k.units && !c->result->findings.count)
        return say_split(&k);
    if (k.scenarios.reports.count)
        scenarios_end(&k.scenarios, c);
    if (supervisor_in_line(k.supervisor))
        fputc('\n', c->console.out);
    k.faulted |= supervisor_shared(k.supervisor, 0)->faulted;
    int code = check_finish(c);
    return k.faulted && code == VERDICT_INCOMPLETE ? EXIT_FAULT : code;
}

int supervised_replay(struct worker *w) {
    struct checking k = {.worker = w, .check = w->check};
    struct supervised_work work = {
        .work = worker_replay,
        .context = w,
        .shows_output = true,
        .out = stdout,
        .receive = receive,
        .receiver = &k,
    };
    w->check->console = console_for(&w->check->options);
    w->supervisor = k.supervisor = supervisor_new(1);
    enum supervised_end end = supervisor_run(k.supervisor, &work);
    if (k.answered)
        return k.code;
    if (supervisor_in_line(k.supervisor))
        putchar('\n');
    return refuse(NULL, "the trace does not lead to its finding: %s",
                  end == END_STOPPED ? "interrupt"
                                     : supervisor_why(k.supervisor));
}
