// SPDX-License-Identifier: Apache-2.0

#include "runtime/jobs.h"

#include "base/fault.h"
#include "base/seconds.h"
#include "check/messages.h"
#include "explore/saved_result.h"
#include "explore/search_sum.h"
#include "explore/work_unit.h"
#include "runtime/worker.h"

#include <string.h>

// ------------------------------------------------------------------ the parts

static struct part *part_new(struct jobs *j, unsigned job, size_t at) {
    struct part *p = memory_new(1, sizeof *p);
    p->job = job;
    p->began_at = seconds_now();
    vec_push(&j->parts, p);
    for (size_t i = j->parts.count - 1; i > at; i--)
        j->parts.at[i] = j->parts.at[i - 1];
    j->parts.at[at] = p;
    return p;
}

static void part_free(struct part *p) {
    search_result_free(&p->result);
    search_result_free(&p->saved);
    bytes_free(&p->left);
    vec_free(&p->outside);
    memory_free(p);
}

static void remove_part(struct jobs *j, size_t at) {
    part_free(j->parts.at[at]);
    j->parts.count--;
    for (size_t i = at; i < j->parts.count; i++)
        j->parts.at[i] = j->parts.at[i + 1];
}

// Which part a job explores.
static size_t place_of(const struct jobs *j, unsigned job) {
    for (size_t i = 0; i < j->parts.count; i++)
        if (!j->parts.at[i]->over && !j->parts.at[i]->waits &&
            j->parts.at[i]->job == job)
            return i;
    fault("a process explores no part");
}

// Debug: does the invariant hold?
static bool jobs_are_sound(const struct jobs *j) {
    for (size_t i = 0; i + 1 < j->parts.count; i++)
        if (j->parts.at[i]->decides)
            return false;
    return true;
}

// A wish. False: it is being answered.
static bool take_back(struct supervised *shared, enum search_wish wish) {
    return __atomic_fetch_and(&shared->wish, ~wish, __ATOMIC_SEQ_CST) & wish;
}

static void wish(struct supervised *shared, enum search_wish wish) {
    __atomic_fetch_or(&shared->wish, wish, __ATOMIC_SEQ_CST);
}

// Nobody answers the offer to this one any more. True if it may have begun to:
// then there may be a process that nobody knows.
static bool forget_offer(struct jobs *j, unsigned job) {
    struct supervised *shared = supervisor_shared(j->supervisor, job);
    if (!j->offers || j->asked != job)
        return false;
    j->offers = false;
    return !take_back(shared, WISH_PROCESS);
}

static void drop(struct jobs *j, const struct part *p) {
    if (p->over || p->waits)
        return;
    bool stranger = forget_offer(j, p->job);
    supervisor_drop(j->supervisor, p->job);
    if (stranger)
        supervisor_end_strangers(j->supervisor);
}

// Those behind it are in vain.
static void decide(struct jobs *j, struct part *p) {
    p->decides = true;
    while (j->parts.at[j->parts.count - 1] != p) {
        drop(j, j->parts.at[j->parts.count - 1]);
        remove_part(j, j->parts.count - 1);
    }
    expensive(jobs_are_sound(j));
}

static void add_outside(struct part *p, const struct outside *call) {
    for (size_t i = 0; i < p->outside.count; i++)
        if (memcmp(&p->outside.at[i], call, sizeof *call) == 0)
            return;
    vec_push(&p->outside, *call);
}

// The next part becomes part of this one.
static void unite(struct part *p, struct part *next) {
    search_sum_add_part(&p->result, &next->result);
    for (size_t i = 0; i < next->outside.count; i++)
        add_outside(p, &next->outside.at[i]);
    p->began |= next->began;
    p->faulted |= next->faulted;
    p->decides = next->decides;
    if (next->last_scenario > p->last_scenario)
        p->last_scenario = next->last_scenario;
    if (next->end != END_DONE)
        p->end = next->end;
    if (!p->ended[0])
        memcpy(p->ended, next->ended, sizeof p->ended);
    if (!p->refused[0])
        memcpy(p->refused, next->refused, sizeof p->refused);
}

static bool is_done(const struct part *p) {
    return p->over && !p->result.unfinished;
}

// Of many small ones, few are kept. `all`: nobody asks what is left.
static void unite_those_over(struct jobs *j, bool all) {
    for (size_t i = 0; i + 1 < j->parts.count;) {
        if (all || (is_done(j->parts.at[i]) && is_done(j->parts.at[i + 1]))) {
            unite(j->parts.at[i], j->parts.at[i + 1]);
            remove_part(j, i + 1);
        } else
            i++;
    }
}

void jobs_begin(struct jobs *j, struct supervisor *supervisor) {
    jobs_free(j);
    j->supervisor = supervisor;
    j->offers = j->divided = false;
    j->saving = 0;
    j->most = 1;
    j->next_offer = j->pause = 0;
    j->agree = true;
    part_new(j, 0, 0);
}

void jobs_free(struct jobs *j) {
    while (j->parts.count)
        remove_part(j, j->parts.count - 1);
    vec_free(&j->parts);
    bytes_free(&j->learnt);
    j->learnt = (struct bytes){0};
}

// ------------------------------------------------------------------- messages

// What is known of how to explore the program, from all that were done.
static void learn(struct jobs *j, const char *bytes, size_t size) {
    struct bytes both[2] = {j->learnt}, together = {0};
    vec_reserve(&both[1], size + 1);
    memcpy(both[1].at, bytes, size);
    both[1].count = size;
    bool first = !j->learnt.count;
    if (!work_units_unite(first ? both + 1 : both, first ? 1 : 2, &together,
                          &j->agree))
        fault("what two processes have learnt does not fit together");
    bytes_free(&both[0]);
    bytes_free(&both[1]);
    j->learnt = together;
}

static unsigned processes(const struct jobs *j) {
    unsigned now = 0;
    for (unsigned i = 0; i < supervisor_jobs(j->supervisor); i++)
        now += supervisor_is_busy(j->supervisor, i);
    return now;
}

static void count_processes(struct jobs *j) {
    unsigned now = processes(j);
    j->most = now > j->most ? now : j->most;
}

static void note_gift(struct jobs *j, size_t giver, const struct gift *gift) {
    j->offers = false;
    if (gift->process <= 0) {
        j->next_offer = seconds_now() + 1; // there may be room later
        return;
    }
    supervisor_adopt(j->supervisor, gift->job, gift->process);
    part_new(j, gift->job, giver + 1);
    j->divided = true;
    count_processes(j);
}

// All that others did is in vain: all begins again here.
static void leave_alone(struct jobs *j, size_t at) {
    for (size_t i = j->parts.count; i-- > 0;) {
        if (i == at)
            continue;
        drop(j, j->parts.at[i]);
        remove_part(j, i);
    }
    bytes_free(&j->learnt);
    j->learnt = (struct bytes){0};
    j->agree = true;
    j->divided = false;
}

static void add_finding(struct jobs *j, struct part *p, const char *bytes,
                        size_t size) {
    vec_push(&p->result.findings, worker_finding(bytes, size));
    if (!j->keep_going)
        decide(j, p);
}

static void set_bytes(struct bytes *b, const void *bytes, size_t size) {
    b->count = 0;
    vec_reserve(b, size + 1);
    memcpy(b->at, bytes, size);
    b->count = size;
}

// Asked for or not: then it is the end.
static void take_saved(struct part *p, const char *bytes, size_t size) {
    struct bytes_reader r = bytes_read(bytes, size), result;
    size_t length = 0, rest = 0;
    const void *block = bytes_get_block(&r, &length);
    result = bytes_read(block ? block : "", length);
    search_result_free(&p->saved);
    bool fine = result_load(&p->saved, &result);
    block = bytes_get_block(&r, &rest);
    require(fine && block && bytes_end(&r));
    set_bytes(&p->left, block, rest);
    p->saved_findings = p->result.findings.count;
    p->final = !p->awaited;
    p->awaited = false;
}

// What somebody has given away; the giver's rest comes before it.
static void add_unit(struct jobs *j, size_t giver, const char *bytes,
                     size_t size) {
    struct part *p = part_new(j, 0, giver + 1);
    p->waits = p->result.unfinished = true;
    set_bytes(&p->left, bytes, size);
}

bool jobs_receive(struct jobs *j, unsigned job, enum message_kind kind,
                  const char *bytes, size_t size) {
    size_t at = place_of(j, job);
    struct part *p = j->parts.at[at];
    if (kind == MESSAGE_BEGINS) {
        p->began = true;
        p->since = p->result.findings.count;
    } else if (kind == MESSAGE_FINDING)
        add_finding(j, p, bytes, size);
    else if (kind == MESSAGE_CUTS)
        for (size_t i = 0; i < size / sizeof(struct cut); i++)
            vec_push(&p->result.cuts, ((const struct cut *)bytes)[i]);
    else if (kind == MESSAGE_OUTSIDE && size == sizeof(struct outside))
        add_outside(p, (const struct outside *)bytes);
    else if (kind == MESSAGE_REFUSED)
        snprintf(p->refused, sizeof p->refused, "%s", bytes);
    else if (kind == MESSAGE_GAVE && size == sizeof(struct gift))
        note_gift(j, at, (const struct gift *)bytes);
    else if (kind == MESSAGE_ALONE)
        leave_alone(j, at);
    else if (kind == MESSAGE_LEARNT)
        learn(j, bytes, size);
    else if (kind == MESSAGE_SAVED)
        take_saved(p, bytes, size);
    else if (kind == MESSAGE_UNIT)
        add_unit(j, at, bytes, size);
    else
        return false;
    return true;
}

// What was found before the search began anew is found again, if there was
// time.
static void keep_findings(struct part *p) {
    size_t from = p->end == END_DONE ? p->since : 0, left = 0;
    for (size_t i = 0; i < p->result.findings.count; i++)
        if (i < from)
            portable_schedule_free(&p->result.findings.at[i].schedule);
        else
            p->result.findings.at[left++] = p->result.findings.at[i];
    p->result.findings.count = left;
}

// What has come of it, as this process can use it: without the pointers of the
// other one.
static void take_result(struct part *p, const struct supervised *shared) {
    struct search_result own = p->result;
    p->result = shared->result;
    memcpy(&p->result.findings, &own.findings, sizeof own.findings);
    memcpy(&p->result.cuts, &own.cuts, sizeof own.cuts);
    keep_findings(p);
    p->scenario = shared->scenario;
    p->last_scenario = shared->last_scenario;
    p->faulted = shared->faulted;
    if (p->end == END_STOPPED)
        p->result.unfinished = true;
}

// Does its end decide the verdict? Who is asked to stop leaves something, but
// so do all others.
static bool decides(const struct jobs *j, const struct part *p) {
    enum limit limit = p->result.limit;
    if (p->end == END_STOPPED || supervisor_has_stopped(j->supervisor))
        return false;
    return p->end == END_ITSELF || p->refused[0] ||
           (p->result.unfinished && limit != LIMIT_TIME &&
            limit != LIMIT_MEMORY && limit != LIMIT_EXECUTIONS);
}

void jobs_ended(struct jobs *j, unsigned job, enum supervised_end end) {
    struct part *p = j->parts.at[place_of(j, job)];
    struct supervised *shared = supervisor_shared(j->supervisor, job);
    p->end = end;
    take_result(p, shared);
    if (forget_offer(j, job))
        supervisor_end_strangers(j->supervisor);
    if (end == END_ITSELF)
        snprintf(p->ended, sizeof p->ended, "%s",
                 shared->faulted ? "a fault of mazurka itself"
                                 : supervisor_why(j->supervisor));
    if (end == END_STOPPED && shared->told && shared->place.file)
        complain_line("stopped in the middle of a step: %s was at %s:%u",
                      shared->thread, shared->place.file, shared->place.line);
    p->over = true;
    p->awaited = false;
    if (decides(j, p))
        decide(j, p);
    else if (p->result.unfinished && (p->result.limit == LIMIT_MEMORY ||
                                      p->result.limit == LIMIT_EXECUTIONS))
        supervisor_stop(j->supervisor, p->result.limit);
    // Too small to be worth a process: ask less often for a while.
    double lived = seconds_now() - p->began_at;
    j->pause = lived > 0.1 ? 0 : j->pause > 0 ? 2 * j->pause : 0.001;
    j->pause = j->pause > 0.1 ? 0.1 : j->pause;
    if (j->next_offer < seconds_now() + j->pause)
        j->next_offer = seconds_now() + j->pause;
    unite_those_over(j, false);
}

// ---------------------------------------------------------------- checkpoints

// The process that is started next explores it.
static void assign(struct jobs *j, struct part *p, unsigned job) {
    p->waits = false;
    p->job = job;
    p->began_at = seconds_now();
    j->take(j->context, job, &p->left);
}

// How long those who cannot save what is left are waited for, in seconds.
static const double longest_saving = 5;

static void end_saving(struct jobs *j) {
    for (size_t i = 0; i < j->parts.count; i++) {
        struct part *p = j->parts.at[i];
        if (p->awaited)
            take_back(supervisor_shared(j->supervisor, p->job), WISH_SAVED);
        p->awaited = false;
    }
    j->saving = 0;
}

bool jobs_save(struct jobs *j) {
    bool awaits = false;
    if (!j->saving && j->offers)
        return false; // it belongs to one or the other
    for (size_t i = 0; i < j->parts.count; i++) {
        struct part *p = j->parts.at[i];
        if (!j->saving && !p->over && !p->waits) {
            p->awaited = true;
            wish(supervisor_shared(j->supervisor, p->job), WISH_SAVED);
        }
        awaits |= p->awaited;
    }
    if (!j->saving)
        j->saving = seconds_now();
    bool late = seconds_now() - j->saving > longest_saving;
    if (!awaits || late)
        end_saving(j);
    return !awaits;
}

// As it will be in the file: findings are copied.
static struct search_result saved_result(const struct part *p) {
    bool counts = !is_done(p) && !p->decides;
    struct search_result r = counts ? p->saved : p->result;
    size_t count = counts ? p->saved_findings : p->result.findings.count;
    r.findings.at = p->result.findings.at;
    r.findings.count = r.findings.room = count;
    r.unfinished = p->decides; // else who goes on says so
    return r;
}

bool jobs_checkpoint(const struct jobs *j, struct resume_file *to) {
    for (size_t i = 0; i < j->parts.count; i++) {
        const struct part *p = j->parts.at[i];
        bool found = p->decides && p->over && p->result.findings.count;
        bool known = is_done(p) || (p->over ? p->final : p->left.count);
        if (p->outside.count || p->ended[0] || !(found || known))
            return false;
    }
    for (size_t i = 0; i < j->parts.count; i++) {
        const struct part *p = j->parts.at[i];
        struct resume_part part = {
            .result = p->waits ? (struct search_result){0} : saved_result(p)};
        if (!is_done(p) && !p->decides)
            part.left = p->left;
        vec_push(&to->parts, part);
    }
    to->learnt = j->learnt;
    return true;
}

static void copy_result(struct search_result *to,
                        const struct search_result *from) {
    struct bytes copy = {0};
    result_save(from, &copy);
    struct bytes_reader r = bytes_read(copy.at, copy.count);
    require(result_load(to, &r));
    bytes_free(&copy);
}

// What was done is a part of its own, before what is left of it.
bool jobs_resume(struct jobs *j, struct supervisor *supervisor,
                 const struct resume_file *from) {
    jobs_begin(j, supervisor);
    remove_part(j, 0);
    struct part *first = NULL;
    for (size_t i = 0; i < from->parts.count; i++) {
        const struct resume_part *c = &from->parts.at[i];
        struct part *done = part_new(j, 0, j->parts.count);
        copy_result(&done->result, &c->result);
        done->over = done->began = true;
        done->end = END_DONE;
        if (!c->left.count)
            continue;
        struct part *rest = part_new(j, 0, j->parts.count);
        rest->waits = rest->result.unfinished = true;
        set_bytes(&rest->left, c->left.at, c->left.count);
        first = first ? first : rest;
    }
    if (from->learnt.count)
        learn(j, (const char *)from->learnt.at, from->learnt.count);
    if (first)
        assign(j, first, 0);
    return first;
}

void jobs_ask_for_unit(struct jobs *j) {
    for (size_t i = 0; i < j->parts.count; i++)
        if (!j->parts.at[i]->over && !j->parts.at[i]->waits)
            wish(supervisor_shared(j->supervisor, j->parts.at[i]->job),
                 WISH_UNIT);
}

// --------------------------------------------------------------------- offers

// Who was asked has not answered: if it has begun to, it will.
static void withdraw(struct jobs *j) {
    struct supervised *shared = supervisor_shared(j->supervisor, j->asked);
    if (take_back(shared, WISH_PROCESS))
        j->offers = false;
}

static void ask_next(struct jobs *j, unsigned offered, double now) {
    unsigned count = supervisor_jobs(j->supervisor);
    do
        j->asked = (j->asked + 1) % count;
    while (!supervisor_is_busy(j->supervisor, j->asked));
    struct supervised *shared = supervisor_shared(j->supervisor, j->asked);
    j->offered = shared->offered = offered;
    j->offered_at = now;
    j->offers = true;
    wish(shared, WISH_PROCESS);
}

// Those that wait come first.
static void start_waiting(struct jobs *j) {
    unsigned count = supervisor_jobs(j->supervisor), free = 0;
    for (size_t i = 0; i < j->parts.count && !j->hoards; i++) {
        struct part *p = j->parts.at[i];
        if (!p->waits)
            continue;
        while (free < count && supervisor_is_busy(j->supervisor, free))
            free++;
        if (free == count)
            return;
        assign(j, p, free);
        supervisor_start(j->supervisor, free);
        count_processes(j);
    }
}

// How long to wait for an answer, and how often to look, in seconds.
static const double answer = 0.05, look = 0.002, seldom = 0.02;

void jobs_tend(struct jobs *j, double seconds) {
    unsigned count = supervisor_jobs(j->supervisor), free = 0;
    double now = seconds_now();
    if (supervisor_has_stopped(j->supervisor)) {
        supervisor_hurry(j->supervisor, 0);
        return;
    }
    start_waiting(j);
    if (count == 1 || seconds < j->after || j->saving || !processes(j))
        return;
    if (j->offers && now - j->offered_at > answer)
        withdraw(j);
    while (free < count && supervisor_is_busy(j->supervisor, free))
        free++;
    if (!j->offers && free < count && now >= j->next_offer)
        ask_next(j, free, now);
    supervisor_hurry(j->supervisor, free == count ? 0
                                    : j->divided  ? look
                                                  : seldom);
}

// -------------------------------------------------------------------- the end

struct search_result jobs_now(const struct jobs *j) {
    struct search_result now = {0};
    for (size_t i = 0; i < j->parts.count; i++) {
        const struct part *p = j->parts.at[i];
        if (p->waits)
            continue;
        struct search_result one =
            p->over ? p->result
                    : supervisor_shared(j->supervisor, p->job)->result;
        if (!now.estimate.total)
            now.estimate = one.estimate;
        search_sum_add(&now, &one);
        now.findings.count += p->result.findings.count;
    }
    return now;
}

struct part *jobs_sum(struct jobs *j) {
    require(j->parts.count);
    unite_those_over(j, true);
    invariant(j->parts.count == 1);
    j->parts.at[0]->result.processes = j->most;
    return j->parts.at[0];
}

bool jobs_must_restart(const struct jobs *j) {
    return !j->agree && j->parts.count == 1 &&
           j->parts.at[0]->end == END_DONE && !j->parts.at[0]->decides &&
           !j->parts.at[0]->result.unfinished;
}
