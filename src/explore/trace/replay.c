// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/replay.h"

#include "base/fault.h"

// Was what is read from, or gone after, written at the same place?
static bool offers_write(const struct trace *t, const struct op *op,
                         uint32_t write) {
    if (write == INITIAL_WRITE)
        return true;
    if (write >= t->length)
        return false;
    const struct op *by = &trace_event(t, write)->op;
    return op_writes_memory(by) && by->addr == op->addr && by->size == op->size;
}

static bool offers(const struct trace *t, const struct op *op,
                   uint32_t choice) {
    if (t->machine->graphs && op_is_access(op))
        return offers_write(t, op, graph_choice_write(choice));
    if (op_rows[op->kind].gives == GIVES_CHOICE)
        return choice < op->arg;
    for (unsigned i = 0; i < op_choices(op); i++)
        if (op_choice(op, i) == choice)
            return true;
    return false;
}

const char *replay_objection(const struct trace *t, struct step step) {
    struct machine *m = t->machine;
    if (step.thread >= m->threads)
        return "there is no such thread";
    const struct op *op = machine_pending(m, step.thread);
    if (!op)
        return "the thread has nothing to do";
    if (!machine_enabled(m, step.thread))
        return "the thread has to wait";
    return offers(t, op, step.choice) ? NULL : "there is no such choice";
}

// The next step, if it is possible.
static bool take(struct trace *trace, struct step step, replay_visitor *visit,
                 void *context, const char **objection) {
    *objection = replay_objection(trace, step);
    if (*objection)
        return false;
    trace_step(trace, step);
    if (visit)
        visit(context, trace);
    return true;
}

struct trace *replay_steps(struct machine *m, const struct step *steps,
                           size_t length, replay_visitor *visit, void *context,
                           const char **objection) {
    require(steps || !length);
    machine_goto(m, NULL, 0);
    struct trace *trace = trace_new(m);
    *objection = NULL;
    for (size_t i = 0;
         i < length && take(trace, steps[i], visit, context, objection); i++)
        invariant(trace->length == i + 1);
    return trace;
}

struct trace *replay(struct machine *m,
                     const struct portable_schedule *schedule,
                     replay_visitor *visit, void *context,
                     const char **objection) {
    machine_goto(m, NULL, 0);
    struct portable_walk walk = portable_walk_begin(schedule, m);
    struct trace *trace = trace_new(m);
    struct step step;
    *objection = NULL;
    for (size_t i = 0; i < schedule->steps.count; i++) {
        if (!portable_walk_step(&walk, i, m, &step))
            *objection = "there is no such thread";
        if (*objection || !take(trace, step, visit, context, objection))
            break;
        invariant(trace->length == i + 1);
        portable_walk_pass(&walk, trace_event(trace, i));
    }
    portable_walk_end(&walk);
    return trace;
}
