// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/replay.h"

static bool offers(const struct op *op, uint32_t choice) {
    if (op_rows[op->kind].gives == GIVES_CHOICE)
        return choice < op->arg;
    for (unsigned i = 0; i < op_choices(op); i++)
        if (op_choice(op, i) == choice)
            return true;
    return false;
}

static const char *objection_to(struct machine *m,
                                const struct portable_walk *w, size_t n,
                                struct step *step) {
    if (!portable_walk_step(w, n, m, step))
        return "there is no such thread";
    const struct op *op = machine_pending(m, step->thread);
    if (!op)
        return "the thread has nothing to do";
    if (!machine_enabled(m, step->thread))
        return "the thread has to wait";
    return offers(op, step->choice) ? NULL : "there is no such choice";
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
    for (size_t i = 0; i < schedule->steps.count &&
                       !(*objection = objection_to(m, &walk, i, &step));
         i++) {
        trace_step(trace, step);
        portable_walk_pass(&walk, trace_event(trace, trace->length - 1));
        if (visit)
            visit(context, trace);
    }
    portable_walk_end(&walk);
    return trace;
}
