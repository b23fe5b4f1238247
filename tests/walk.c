// SPDX-License-Identifier: Apache-2.0

#include "walk.h"

#include "base/fault.h"
#include "base/memory.h"
#include "base/table.h"

#include <string.h>

// A state that was met.
struct met {
    struct state hash;
    void *bytes;
    size_t size;
};

struct walker {
    struct machine *machine;
    struct walk result;
    bool merge;
    uint64_t most;
    struct table table;
    VEC(struct met) met;
    VEC(struct step) path;
};

static uint32_t hash_bytes(const uint8_t *bytes, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

// By their bytes, so that it is seen if equal states have different hashes; and
// by their hash, so that it is seen if different ones have the same.
static void check_hash(struct walker *w, const struct state *state,
                       const void *bytes, size_t size) {
    for (size_t i = 0; i < w->met.count; i++) {
        const struct met *m = &w->met.at[i];
        bool same = m->size == size && memcmp(m->bytes, bytes, size) == 0;
        require(same == state_equal(&m->hash, state));
    }
}

// True if the state is new.
static bool meet(struct walker *w) {
    struct state state;
    size_t size;
    if (!machine_state(w->machine, &state)) {
        w->result.unknown++;
        return true;
    }
    const void *bytes = machine_state_bytes(w->machine, &size);
    require(bytes);
    uint32_t hash = hash_bytes(bytes, size);
    for (struct probe p = table_probe(&w->table, hash);
         table_next(&w->table, &p);)
        if (w->met.at[p.item].size == size &&
            memcmp(w->met.at[p.item].bytes, bytes, size) == 0) {
            require(state_equal(&w->met.at[p.item].hash, &state));
            return false;
        }
    if (w->met.count < 2000)
        check_hash(w, &state, bytes, size);
    struct met met = {state, memory_new(size, 1), size};
    memcpy(met.bytes, bytes, size);
    table_add(&w->table, hash, (uint32_t)w->met.count);
    vec_push(&w->met, met);
    w->result.states++;
    w->result.sum += state.word[0] ^ state.word[1] * 0x9e3779b97f4a7c15u;
    return true;
}

static void go(struct walker *w);

// All choices of a thread's operation.
static void go_with(struct walker *w, unsigned thread) {
    const struct op *op = machine_pending(w->machine, thread);
    struct op pending = *op;
    unsigned alternatives = op_choices(&pending);
    for (unsigned nth = 0; nth < alternatives && !w->result.cut; nth++) {
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
    bool told = machine_state(w->machine, &before), end = true;
    for (unsigned i = 0; i < w->machine->threads && !w->result.cut; i++)
        if (machine_enabled(w->machine, i)) {
            end = false;
            go_with(w, i);
            // What cannot be checked, once met, makes all states unknown.
            require(!told || !machine_state(w->machine, &after) ||
                    state_equal(&before, &after));
        }
    w->result.ends += end;
}

struct walk walk(struct machine *machine, bool merge, uint64_t most) {
    struct walker w = {.machine = machine, .merge = merge, .most = most};
    go(&w);
    for (size_t i = 0; i < w.met.count; i++)
        memory_free(w.met.at[i].bytes);
    vec_free(&w.met);
    vec_free(&w.path);
    table_free(&w.table);
    return w.result;
}
