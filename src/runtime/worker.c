// SPDX-License-Identifier: Apache-2.0

#include "runtime/worker.h"

#include "base/fault.h"
#include "check/messages.h"
#include "check/outputs.h"
#include "machine/native/native_machine.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --------------------------------------------------------- where the program is

// The one variable of this side: signal handlers and exit handlers need it.
static struct supervised *shared;

static void tell_where(void) {
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

static void on_fault(void) {
    shared->faulted = 1;
}

// Standard output and error are the program's from here on.
static struct channel *open_worker(struct worker *w) {
    struct channel *channel = supervisor_channel(w->supervisor);
    struct check *c = w->check;
    int verdict = (int)option_number(&c->options, OPTION_VERDICT);
    shared = supervisor_shared(w->supervisor);
    if (verdict)
        close(verdict); // it is not for the program
    struct sigaction question = {.sa_handler = on_question,
                                 .sa_flags = SA_ONSTACK | SA_RESTART};
    c->console.out = channel_stream(
        channel, c->console.out == stderr ? MESSAGE_ERR : MESSAGE_OUT);
    messages_to(channel_stream(channel, MESSAGE_ERR));
    c->stop = &shared->stop;
    native_catch_crashes(on_fault);
    sigaction(SIGURG, &question, NULL);
    on_exit(on_end, NULL);
    c->report.machine = w->machine(c);
    return channel;
}

// -------------------------------------------------------------------- findings

static void send_outside(void *worker, const struct outside *outside) {
    struct worker *w = worker;
    channel_send(supervisor_channel(w->supervisor), MESSAGE_OUTSIDE, outside,
                 sizeof *outside);
}

static void send_begin(struct check *c) {
    struct worker *w = c->elsewhere;
    channel_send(supervisor_channel(w->supervisor), MESSAGE_BEGINS, NULL, 0);
}

static void send_finding(struct check *c, const struct finding *f) {
    struct worker *w = c->elsewhere;
    size_t steps = f->schedule_length * sizeof *f->schedule;
    char *bytes = memory_new(sizeof *f + steps, 1);
    memcpy(bytes, f, sizeof *f);
    memcpy(bytes + sizeof *f, f->schedule, steps);
    channel_send(supervisor_channel(w->supervisor), MESSAGE_FINDING, bytes,
                 sizeof *f + steps);
    memory_free(bytes);
}

// Pointers to the program's own texts are the same in all processes, which are
// copies of one; that of the schedule is not.
struct finding worker_finding(const char *bytes, size_t size) {
    struct finding f;
    require(size >= sizeof f);
    memcpy(&f, bytes, sizeof f);
    size_t steps = f.schedule_length * sizeof *f.schedule;
    require(size == sizeof f + steps);
    f.schedule = memory_new(f.schedule_length, sizeof *f.schedule);
    memcpy(f.schedule, bytes + sizeof f, steps);
    return f;
}

static void send_trace(struct check *c, size_t n, const char *text) {
    (void)n;
    struct worker *w = c->elsewhere;
    fflush(c->console.out);
    channel_send(supervisor_channel(w->supervisor), MESSAGE_TRACE, text,
                 strlen(text));
}

// ------------------------------------------------------------------ what to do

static void send_rest(struct worker *w, struct channel *channel) {
    struct check *c = w->check;
    const struct search_result *r = c->result;
    channel_send(channel, MESSAGE_CUTS, r->cuts.at,
                 r->cuts.count * sizeof *r->cuts.at);
    if (c->dot) {
        char *text = outputs_graph(c);
        channel_send(channel, MESSAGE_DOT, text, strlen(text));
        memory_free(text);
    }
    const struct mz_site *site;
    const char *what = native_unsupported(&site);
    char text[300];
    if (what) {
        snprintf(text, sizeof text, "%s at %s:%u, which is not supported", what,
                 site ? site->file : "?", site ? site->line : 0);
        channel_send(channel, MESSAGE_REFUSED, text, strlen(text));
    } else if (c->report.reason[0]) {
        channel_send(channel, MESSAGE_REFUSED, c->report.reason,
                     strlen(c->report.reason));
    }
}

void worker_search(void *worker) {
    struct worker *w = worker;
    struct check *c = w->check;
    native_tell_outside(send_outside, w);
    struct channel *channel = open_worker(w);
    c->elsewhere = w;
    c->begins = send_begin;
    c->found = send_finding;
    c->result = &shared->result;
    if (!c->report.machine->refused)
        check_search(c);
    send_rest(w, channel);
    w->notes(c);
    fflush(c->console.out);
    channel_flush(channel);
}

void worker_replay(void *worker) {
    struct worker *w = worker;
    struct channel *channel = open_worker(w);
    int code = w->replay(w->check);
    fflush(w->check->console.out);
    channel_send(channel, MESSAGE_CODE, &code, sizeof code);
}

void worker_tell(void *worker) {
    struct worker *w = worker;
    struct check *c = w->check;
    char objection[200] = "";
    c->elsewhere = w;
    c->keep_trace = send_trace;
    struct channel *channel = open_worker(w);
    c->start = machine_mishaps(c->report.machine);
    if (!check_tell(c, w->finding, objection, sizeof objection) &&
        !objection[0])
        snprintf(objection, sizeof objection, "for no reason that is known");
    fflush(c->console.out);
    channel_send(channel, MESSAGE_AGAIN, objection, strlen(objection));
}
