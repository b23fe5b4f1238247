// SPDX-License-Identifier: Apache-2.0

#include "walk.h"

#include "base/fault.h"
#include "base/memory.h"
#include "explore/stateful/state_check.h"

struct walker {
    struct machine *machine;
    struct walk result;
    bool merge;
    uint64_t most;
    struct state_check check;
    VEC(struct step) path;
};

static bool anybody_goes_on(struct machine *m) {
    for (unsigned i = 0; i < m->threads; i++)
        if (machine_enabled(m, i))
            return true;
    return false;
}

// True if the state is new.
static bool meet(struct walker *w) {
    struct state state;
    if (!machine_state(w->machine, &state)) {
        w->result.unknown++;
        return true;
    }
    size_t before = w->check.kept.count;
    state_check(&w->check, w->machine, &state);
    if (w->check.kept.count == before)
        return false;
    w->result.states++;
    w->result.sum += state.word[0] ^ state.word[1] * 0x9e3779b97f4a7c15u;
    w->result.late += machine_status(w->machine, 0) != THREAD_ALIVE;
    w->result.ends += !anybody_goes_on(w->machine);
    return true;
}

static void go(struct walker *w);

// All choices of a thread's operation.
static void go_with(struct walker *w, unsigned thread) {
    struct op pending = *machine_pending(w->machine, thread);
    unsigned choices = op_choices(&pending);
    for (unsigned nth = 0; nth < choices && !w->result.cut; nth++) {
        struct step step = {thread, op_choice(&pending, nth)};
        vec_push(&w->path, step);
        machine_step(w->machine, step);
        if (++w->result.steps >= w->most)
            w->result.cut = true;
        go(w);
        w->path.count--;
        machine_goto(w->machine, w->path.at, w->path.count);
    }
}

static void go(struct walker *w) {
    struct state before, after;
    if (!meet(w) && w->merge)
        return;
    bool told = machine_state(w->machine, &before);
    for (unsigned i = 0; i < w->machine->threads && !w->result.cut; i++)
        if (machine_enabled(w->machine, i)) {
            go_with(w, i);
            // What cannot be checked, once met, makes all states unknown.
            require(!told || !machine_state(w->machine, &after) ||
                    state_equal(&before, &after));
        }
}

struct walk walk(struct machine *machine, bool merge, uint64_t most) {
    struct walker w = {.machine = machine, .merge = merge, .most = most};
    go(&w);
    state_check_free(&w.check);
    vec_free(&w.path);
    return w.result;
}
