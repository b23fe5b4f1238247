// SPDX-License-Identifier: Apache-2.0

#include "runtime/supervised_check.h"

#include "base/fault.h"
#include "base/seconds.h"
#include "check/console.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "check/scenarios.h"

#include <stdlib.h>
#include <string.h>

struct checking {
    struct worker *worker;
    struct check *check;
    struct supervisor *supervisor;
    double start;
    size_t since; // the first finding that counts since the search began
    VEC(struct finding) findings;
    VEC(struct cut) cuts;
    bool began;
    char refused[400];
    int code;          // of a replay
    size_t told;       // the finding that is being told
    double shortening; // seconds, of all of them
    bool answered;     // it was, or:
    char objection[200];
    struct scenarios scenarios; // those before this one
};

// ------------------------------------------------------------- what is
// received

// In which scenario it is, and that there were others before.
static void place_finding(struct checking *k, struct finding *f) {
    f->scenario = supervisor_shared(k->supervisor)->scenario;
    f->execution += scenarios_total(&k->scenarios);
    if (!f->scenario.number && k->check->scenario > 1)
        f->scenario.number = k->check->scenario; // the others are not run
}

// The cases that every process may send.
static void receive(void *context, enum message_kind kind, const char *bytes,
                    size_t size) {
    struct checking *k = context;
    struct check *c = k->check;
    switch (kind) {
    case MESSAGE_ERR:
        progress_erase(&c->progress);
        fwrite(bytes, 1, size, stderr);
        break;
    case MESSAGE_BEGINS:
        k->began = true;
        k->since = k->findings.count;
        break;
    case MESSAGE_FINDING:
        vec_push(&k->findings, worker_finding(bytes, size));
        place_finding(k, &k->findings.at[k->findings.count - 1]);
        break;
    case MESSAGE_SHORTER: {
        struct finding *f = &c->result->findings.at[k->told];
        portable_schedule_free(&f->schedule);
        *f = worker_finding(bytes, size);
        break;
    }
    case MESSAGE_CUTS:
        for (size_t i = 0; i < size / sizeof *k->cuts.at; i++)
            vec_push(&k->cuts, ((const struct cut *)bytes)[i]);
        break;
    case MESSAGE_OUTSIDE:
        if (size == sizeof *c->report.outside.at)
            vec_push(&c->report.outside, *(const struct outside *)bytes);
        break;
    case MESSAGE_DOT:
        memory_free(c->graph);
        c->graph = memory_text(bytes, size);
        break;
    case MESSAGE_TREE:
        memory_free(c->tree);
        c->tree = memory_text(bytes, size);
        break;
    case MESSAGE_REFUSED:
        snprintf(k->refused, sizeof k->refused, "%s", bytes);
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
        break;
    }
}

static void progress(void *context, double seconds) {
    struct checking *k = context;
    struct search_result now = supervisor_shared(k->supervisor)->result;
    now.seconds = seconds;
    progress_show(&k->check->progress, &now);
}

// ------------------------------------------------------------------ the search

// What the search has come to, as this process can use it: without the pointers
// of the other one.
static void take_result(struct checking *k, enum supervised_end end) {
    invariant(k->since <= k->findings.count);
    struct supervised *shared = supervisor_shared(k->supervisor);
    struct search_result *r = k->check->result;
    *r = shared->result;
    r->findings.at = NULL, r->findings.count = r->findings.room = 0;
    r->cuts.at = k->cuts.at;
    r->cuts.count = k->cuts.count;
    r->cuts.room = k->cuts.room;
    // What was found before the search began anew is found again, if there was
    // time.
    for (size_t i = end == END_DONE ? k->since : 0; i < k->findings.count; i++)
        vec_push(&r->findings, k->findings.at[i]);
    k->check->report.peak_kib = supervisor_peak_kib(k->supervisor);
    if (end == END_DONE)
        return;
    r->seconds = seconds_now() - k->start;
    r->cpu_seconds = supervisor_cpu_seconds(k->supervisor);
    if (end == END_STOPPED)
        r->limit = (enum limit)shared->stop;
}

static void say_how_it_ended(struct checking *k, enum supervised_end end) {
    const struct supervised *shared = supervisor_shared(k->supervisor);
    struct report *r = &k->check->report;
    if (end == END_STOPPED && shared->told && shared->place.file)
        complain_line("stopped in the middle of a step: %s was at %s:%u",
                      shared->thread, shared->place.file, shared->place.line);
    if (end == END_ITSELF)
        snprintf(r->ended, sizeof r->ended, "%s",
                 shared->faulted ? "a fault of mazurka itself"
                                 : supervisor_why(k->supervisor));
}

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
        .receive = receive,
        .progress = progress,
        .receiver = k,
    };
    c->progress = progress_new(c->options.at[OPTION_PROGRESS].text);
    c->watched = c->progress.on;
    enum supervised_end end = supervisor_run(k->supervisor, &work);
    take_result(k, end);
    progress_end(&c->progress, c->result);
    say_how_it_ended(k, end);
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
    if (!c->result->findings.count || c->report.outside.count)
        supervisor_show_output(k->supervisor);
    if (k->began || k->findings.count || c->report.ended[0] || c->result->limit)
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
    struct supervised *shared = supervisor_shared(k->supervisor);
    double limit = c->options.at[OPTION_TIMEOUT].seconds;
    double left = limit - (seconds_now() - k->start);
    c->scenario++;
    c->seconds = limit == 0 ? 0 : left > 1e-3 ? left : 1e-3;
    shared->scenario = (struct scenario){0};
    shared->last_scenario = 0;
    shared->result = (struct search_result){0};
    k->findings.count = k->cuts.count = k->since = 0;
    k->began = false;
    k->refused[0] = '\0';
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
    const struct supervised *shared = supervisor_shared(k->supervisor);
    return shared->scenario.number &&
           (shared->last_scenario > shared->scenario.number ||
            !r->executions[ENDED_COMPLETE]) &&
           r->limit != LIMIT_INTERRUPT && r->limit != LIMIT_TIME;
}

// True if there may be another.
static bool check_scenario(struct checking *k) {
    struct check *c = k->check;
    begin_scenario(k);
    run_search(k);
    struct scenario it = supervisor_shared(k->supervisor)->scenario;
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

int supervised_check(struct worker *w) {
    struct check *c = w->check;
    struct checking k = {.worker = w, .check = c, .start = seconds_now()};
    c->result = memory_new(1, sizeof *c->result);
    if (!check_prepare(c))
        return check_finish(c);
    w->supervisor = k.supervisor = supervisor_new();
    c->elsewhere = &k;
    c->tell = tell;
    while (check_scenario(&k))
        ;
    if (k.scenarios.reports.count)
        scenarios_end(&k.scenarios, c);
    if (supervisor_in_line(k.supervisor))
        fputc('\n', c->console.out);
    bool faulted = supervisor_shared(k.supervisor)->faulted;
    int code = check_finish(c);
    return faulted && code == VERDICT_INCOMPLETE ? EXIT_FAULT : code;
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
    w->supervisor = k.supervisor = supervisor_new();
    enum supervised_end end = supervisor_run(k.supervisor, &work);
    if (k.answered)
        return k.code;
    if (supervisor_in_line(k.supervisor))
        putchar('\n');
    return refuse(NULL, "the trace does not lead to its finding: %s",
                  end == END_STOPPED ? "interrupt"
                                     : supervisor_why(k.supervisor));
}
