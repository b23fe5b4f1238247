// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/replay.h"

#include "base/fault.h"

static bool offers(const struct op *op, uint32_t choice) {
    if (op_rows[op->kind].gives == GIVES_CHOICE)
        return choice < op->arg;
    for (unsigned i = 0; i < op_choices(op); i++)
        if (op_choice(op, i) == choice)
            return true;
    return false;
}

static const char *objection_to(struct machine *m, struct step step) {
    if (step.thread >= m->threads)
        return "there is no such thread";
    const struct op *op = machine_pending(m, step.thread);
    if (!op)
        return "the thread has nothing to do";
    if (!machine_enabled(m, step.thread))
        return "the thread has to wait";
    return offers(op, step.choice) ? NULL : "there is no such choice";
}

struct trace *replay(struct machine *m, const struct step *schedule,
                     size_t length, replay_visitor *visit, void *context,
                     const char **objection) {
    require(schedule || !length);
    machine_goto(m, NULL, 0);
    struct trace *trace = trace_new(m);
    *objection = NULL;
    for (size_t i = 0;
         i < length && !(*objection = objection_to(m, schedule[i])); i++) {
        trace_step(trace, schedule[i]);
        invariant(trace->length == i + 1);
        if (visit)
            visit(context, trace);
    }
    return trace;
}
