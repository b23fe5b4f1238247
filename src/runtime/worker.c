// SPDX-License-Identifier: Apache-2.0

#include "runtime/worker.h"

#include "base/fault.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "explore/saved_result.h"
#include "explore/work_unit.h"
#include "machine/native/native_machine.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --------------------------------------------------------- where the program
// is

// The one variable of this side: signal handlers and exit handlers need it.
static struct supervised *shared;

static void tell_where(void) {
    invariant(shared);
    if (!shared->told)
        native_where(shared->thread, sizeof shared->thread, &shared->place);
    shared->told = 1;
}

static void on_question(int number) {
    (void)number;
    tell_where();
}

// Somebody ends the process. If the program does not run it is our own doing.
static void on_end(int status, void *unused) {
    (void)unused;
    if (native_is_running())
        tell_where();
    else if (status == EXIT_FAULT)
        shared->faulted = 1;
}

// The program has copied its process, by a function that nobody controls. The
// search goes on here only: there it would copy itself again and again.
static void on_copy(void) {
    if (native_is_running())
        _exit(0);
}

static void on_scenario(const struct scenario *scenario, bool runs) {
    if (runs)
        shared->scenario = *scenario;
    if (scenario->number > shared->last_scenario)
        shared->last_scenario = scenario->number;
}

static void on_fault(void) {
    shared->faulted = 1;
}

static struct channel *own_channel(const struct worker *w) {
    return supervisor_channel(w->supervisor, w->job);
}

// What is said goes to the supervisor.
static void open_streams(struct worker *w, enum message_kind out) {
    w->out = out;
    w->check->console.out = channel_stream(own_channel(w), out);
    messages_to(channel_stream(own_channel(w), MESSAGE_ERR));
}

// Standard output and error are the program's from here on.
static struct channel *open_worker(struct worker *w) {
    struct channel *channel = own_channel(w);
    struct check *c = w->check;
    int verdict = (int)option_number(&c->options, OPTION_VERDICT);
    invariant(!shared); // a process has one life as a worker
    shared = supervisor_shared(w->supervisor, w->job);
    if (verdict)
        close(verdict); // it is not for the program
    struct sigaction question = {.sa_handler = on_question,
                                 .sa_flags = SA_ONSTACK | SA_RESTART};
    open_streams(w, c->console.out == stderr ? MESSAGE_ERR : MESSAGE_OUT);
    c->stop = &supervisor_shared(w->supervisor, 0)->stop;
    native_catch_crashes(on_fault);
    native_input_from(supervisor_spool(w->supervisor));
    sigaction(SIGURG, &question, NULL);
    on_exit(on_end, NULL);
    pthread_atfork(NULL, NULL, on_copy);
    c->on_scenario = on_scenario;
    c->report.machine = w->machine(c);
    invariant(c->report.machine);
    return channel;
}

// -------------------------------------------------------------------- findings

static void send_outside(void *worker, const struct outside *outside) {
    struct worker *w = worker;
    channel_send(own_channel(w), MESSAGE_OUTSIDE, outside, sizeof *outside);
}

static void send_begin(struct check *c) {
    struct worker *w = c->elsewhere;
    channel_send(own_channel(w), MESSAGE_BEGINS, NULL, 0);
}

static void send_one(struct check *c, enum message_kind kind,
                     const struct finding *f) {
    struct worker *w = c->elsewhere;
    const struct portable_schedule *s = &f->schedule;
    size_t threads = s->threads.count * sizeof *s->threads.at;
    size_t steps = s->steps.count * sizeof *s->steps.at;
    require(f->mishap.kind != NO_FINDING);
    char *bytes = memory_new(sizeof *f + threads + steps, 1);
    memcpy(bytes, f, sizeof *f);
    if (threads)
        memcpy(bytes + sizeof *f, s->threads.at, threads);
    if (steps)
        memcpy(bytes + sizeof *f + threads, s->steps.at, steps);
    channel_send(own_channel(w), kind, bytes, sizeof *f + threads + steps);
    memory_free(bytes);
}

static void send_finding(struct check *c, const struct finding *f) {
    send_one(c, MESSAGE_FINDING, f);
}

// Pointers to the program's own texts are the same in all processes, which are
// copies of one; that of the schedule is not.
struct finding worker_finding(const char *bytes, size_t size) {
    struct finding f;
    require(size >= sizeof f);
    memcpy(&f, bytes, sizeof f);
    struct portable_schedule got = f.schedule, *s = &f.schedule;
    *s = (struct portable_schedule){0};
    require(size == sizeof f + got.threads.count * sizeof *s->threads.at +
                        got.steps.count * sizeof *s->steps.at);
    bytes += sizeof f;
    for (size_t i = 0; i < got.threads.count;
         i++, bytes += sizeof *s->threads.at)
        vec_push(&s->threads, *(const struct portable_thread *)bytes);
    for (size_t i = 0; i < got.steps.count; i++, bytes += sizeof *s->steps.at)
        vec_push(&s->steps, *(const struct step *)bytes);
    return f;
}

static void send_trace(struct check *c, size_t n, const char *text) {
    (void)n;
    struct worker *w = c->elsewhere;
    fflush(c->console.out);
    channel_send(own_channel(w), MESSAGE_TRACE, text, strlen(text));
}

static void send_story(struct check *c, size_t n, const char *text) {
    (void)n;
    struct worker *w = c->elsewhere;
    channel_send(own_channel(w), MESSAGE_STORY, text, strlen(text));
}

// ------------------------------------------------------------------ what to do

static void send_tree(struct check *c, struct channel *channel) {
    if (!c->dot)
        return;
    char *graph, *tree;
    outputs_draw(c, &graph, &tree);
    if (graph)
        channel_send(channel, MESSAGE_DOT, graph, strlen(graph));
    if (tree)
        channel_send(channel, MESSAGE_TREE, tree, strlen(tree));
    memory_free(graph);
    memory_free(tree);
}

static void send_rest(struct worker *w, struct channel *channel) {
    struct check *c = w->check;
    const struct search_result *r = c->result;
    channel_send(channel, MESSAGE_CUTS, r->cuts.at,
                 r->cuts.count * sizeof *r->cuts.at);
    send_tree(c, channel);
    const struct mz_site *site;
    const char *what = native_unsupported(&site);
    char text[300];
    if (what) {
        snprintf(text, sizeof text, "%s at %s:%u, which is not supported", what,
                 site ? site->file : "?", site ? site->line : 0);
        channel_send(channel, MESSAGE_REFUSED, text, strlen(text));
        if (site && site->function && strncmp(what, "calls ", 6) == 0)
            complain_line("%s:%u: it is called in %s(): leave it out of what "
                          "is checked, or give the test a function of that "
                          "name",
                          site->file, site->line, site->function);
    } else if (c->report.reason[0]) {
        channel_send(channel, MESSAGE_REFUSED, c->report.reason,
                     strlen(c->report.reason));
    }
}

// ------------------------------------------------------- several processes

// The offer may have been withdrawn. What was printed is not to be said twice.
static enum divided divide(void *worker, struct search_result **result) {
    struct worker *w = worker;
    struct gift gift = {.job = shared->offered};
    if (!(__atomic_fetch_and(&shared->wish, ~WISH_PROCESS, __ATOMIC_SEQ_CST) &
          WISH_PROCESS))
        return NOT_DIVIDED;
    struct supervised *other = supervisor_shared(w->supervisor, gift.job);
    fflush(NULL);
    other->result = shared->result;
    other->scenario = shared->scenario;
    other->last_scenario = shared->last_scenario;
    other->told = other->wish = 0;
    w->divided = true;
    gift.process = supervisor_copy(w->supervisor, gift.job);
    if (gift.process) {
        channel_send(own_channel(w), MESSAGE_GAVE, &gift, sizeof gift);
        return gift.process > 0 ? GIVES : NOT_DIVIDED;
    }
    shared = other;
    w->job = gift.job;
    w->sharing.wish = &shared->wish;
    w->check->result = *result = &shared->result;
    open_streams(w, w->out);
    return TAKES;
}

// When the message has been dealt with, the others have ended.
static void alone(void *worker) {
    struct worker *w = worker;
    channel_send(own_channel(w), MESSAGE_ALONE, NULL, 0);
    channel_flush(own_channel(w));
    w->divided = false;
}

// Findings have been sent.
static void send_saved(struct worker *w, const struct search_result *so_far,
                       const struct bytes *unit) {
    struct search_result counts = *so_far;
    struct bytes result = {0}, all = {0};
    counts.findings.count = 0;
    result_save(&counts, &result);
    bytes_block(&all, result.at, result.count);
    bytes_block(&all, unit->at, unit->count);
    channel_send(own_channel(w), MESSAGE_SAVED, all.at, all.count);
    bytes_free(&result);
    bytes_free(&all);
}

// At the end: whether all have explored in the right way is known when what
// each has seen is put together.
static void save(void *worker, const struct search_result *so_far,
                 const struct bytes *unit) {
    struct worker *w = worker;
    struct work_unit read;
    __atomic_fetch_and(&shared->wish, ~WISH_SAVED, __ATOMIC_SEQ_CST);
    bool left = !work_unit_read(unit->at, unit->count, &read) &&
                read.state != UNIT_DONE && !so_far->restart;
    if (left && w->keeps)
        send_saved(w, so_far, unit);
    else if (!left && (w->divided || w->unit || w->keeps))
        channel_send(own_channel(w), MESSAGE_LEARNT, unit->at, unit->count);
}

static void give_unit(void *worker, const struct bytes *unit) {
    struct worker *w = worker;
    __atomic_fetch_and(&shared->wish, ~WISH_UNIT, __ATOMIC_SEQ_CST);
    channel_send(own_channel(w), MESSAGE_UNIT, unit->at, unit->count);
}

// --files=write: those of the execution that is told of.
static void write_files(void) {
    const char *failed = native_files_write();
    if (failed)
        complain_line("%s: what the program has written to it could not be "
                      "kept",
                      failed);
}

void worker_search(void *worker) {
    struct worker *w = worker;
    struct check *c = w->check;
    native_tell_outside(send_outside, w);
    open_worker(w);
    c->elsewhere = w;
    c->progress = (struct progress){0}; // the other process shows it
    c->begins = send_begin;
    c->found = send_finding;
    c->result = &shared->result;
    c->unit = w->unit;
    w->sharing = (struct search_sharing){.wish = &shared->wish,
                                         .context = w,
                                         .divide = divide,
                                         .alone = w->alone ? NULL : alone,
                                         .unit = give_unit,
                                         .save = save};
    bool shares = supervisor_jobs(w->supervisor) > 1 || w->keeps || w->unit;
    c->sharing = shares ? &w->sharing : NULL;
    c->portable = w->keeps;
    if (w->most_executions)
        c->options.at[OPTION_MAX_EXECUTIONS].number = w->most_executions;
    if (!c->report.machine->refused)
        check_search(c);
    if (!c->result->findings.count)
        write_files();
    send_rest(w, own_channel(w)); // it may be another one now
    w->notes(c);
    fflush(c->console.out);
    channel_flush(own_channel(w));
}

void worker_replay(void *worker) {
    struct worker *w = worker;
    struct channel *channel = open_worker(w);
    int code = w->replay(w->check);
    fflush(stdout); // the program's comes first
    fflush(w->check->console.out);
    channel_send(channel, MESSAGE_CODE, &code, sizeof code);
}

void worker_shorten(void *worker) {
    struct worker *w = worker;
    struct check *c = w->check;
    c->elsewhere = w;
    c->shortens = true;
    open_worker(w);
    c->start = c->report.machine->mishaps;
    check_shorten(c, w->finding);
    send_one(c, MESSAGE_SHORTER, &c->result->findings.at[w->finding]);
}

void worker_tell(void *worker) {
    struct worker *w = worker;
    struct check *c = w->check;
    char objection[200] = "";
    c->elsewhere = w;
    c->keep_trace = send_trace;
    c->keep_story = send_story;
    struct channel *channel = open_worker(w);
    native_replay_only();
    require(w->finding < c->result->findings.count);
    c->start = c->report.machine->mishaps;
    if (!check_tell(c, w->finding, objection, sizeof objection) &&
        !objection[0])
        snprintf(objection, sizeof objection, "for no reason that is known");
    if (!objection[0] && w->finding == 0)
        write_files();
    fflush(c->console.out);
    channel_send(channel, MESSAGE_AGAIN, objection, strlen(objection));
}
