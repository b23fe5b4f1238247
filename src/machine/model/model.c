// SPDX-License-Identifier: Apache-2.0

#include "machine/model/model.h"

#include "base/fault.h"
#include "base/memory.h"
#include "machine/model/register_liveness.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS, PC, ASSIGNED, REGISTERS }; // cells of a thread's group
enum { MOST_LOCAL_STEPS = 100000 };       // without a visible operation

// An overwritten cell, for going back.
struct change {
    uint32_t cell;
    int64_t old;
};

// A step that was taken, and what it takes to undo it.
struct taken {
    struct step step;
    uint32_t changes; // how many there were before
    struct op next;   // the thread's pending operation before
    uint64_t living;  // before
    uint64_t failed;  // before
    uint64_t left;    // the value that it wrote to memory, or would have
};

struct model {
    struct machine base;
    struct model_program *program;
    struct relation relation;
    int64_t *cells;
    uint32_t cell_count, cell_room;
    uint32_t first_object;
    uint32_t *group; // first cell of each thread
    struct op *next; // pending operation of each living thread
    VEC(struct change) changes;
    VEC(struct taken) taken;
    uint64_t failed; // threads, as bits, at awaits that have found otherwise
    struct op chosen; // made when asked for
    uint32_t *element_slot; // hash of array elements -> 1 + object
    uint32_t element_slots;
    uint32_t named;   // objects that the text names; further ones are elements
    uint64_t **live;  // of each thread: liveness (liveness.h)
    VEC(int64_t) row; // the state, made when asked for
};

static struct model *model_of(struct machine *machine) {
    return (struct model *)machine;
}

// ------------------------------------------------------------------ cells

static void set(struct model *m, uint32_t cell, int64_t value) {
    expensive(cell < m->cell_count);
    if (m->cells[cell] == value)
        return;
    vec_push(&m->changes, (struct change){cell, m->cells[cell]});
    m->cells[cell] = value;
}

static int64_t *of_thread(struct model *m, unsigned thread, unsigned field) {
    return &m->cells[m->group[thread] + field];
}

static void set_of_thread(struct model *m, unsigned thread, unsigned field,
                          int64_t value) {
    set(m, m->group[thread] + field, value);
}

static void assign(struct model *m, unsigned thread, int reg, int64_t value) {
    if (reg == NO_REGISTER)
        return;
    invariant(reg >= 0 && reg < MODEL_MOST_REGISTERS);
    set_of_thread(m, thread, REGISTERS + (unsigned)reg, value);
    set_of_thread(m, thread, ASSIGNED,
                  *of_thread(m, thread, ASSIGNED) | (int64_t)(1ull << reg));
}

// Objects have addresses: object k lives at 8(k+1), so that no address is 0.
static uint64_t address(uint32_t object) {
    return 8ull * (object + 1);
}

static uint32_t object_at(uint64_t addr) {
    return (uint32_t)(addr / 8) - 1;
}

static uint32_t object_cell(struct model *m, uint64_t addr) {
    expensive(addr >= 8 && object_at(addr) < m->cell_count - m->first_object);
    return m->first_object + object_at(addr);
}

static void add_objects(struct model *m) {
    size_t wanted = m->first_object + m->program->objects.count;
    if (wanted > m->cell_room) {
        m->cell_room = (uint32_t)wanted * 2;
        m->cells = memory_resize(m->cells, m->cell_room, sizeof *m->cells);
    }
    for (; m->cell_count < wanted; m->cell_count++)
        m->cells[m->cell_count] =
            m->program->objects.at[m->cell_count - m->first_object].initial;
}

// ---------------------------------------------------------- array elements

static uint32_t element_hash(uint32_t name, int64_t index) {
    uint64_t h = ((uint64_t)name << 32) ^ (uint64_t)index * 0x9e3779b97f4a7c15;
    return (uint32_t)(h ^ h >> 29);
}

static void remember_element(struct model *m, uint32_t object) {
    const struct model_object *o = &m->program->objects.at[object];
    uint32_t slot = element_hash(o->name, o->index);
    invariant(o->element && m->program->objects.count <= m->element_slots);
    while (m->element_slot[slot & (m->element_slots - 1)])
        slot++;
    m->element_slot[slot & (m->element_slots - 1)] = object + 1;
}

static void remember_elements(struct model *m) {
    m->element_slots = 16;
    while (m->element_slots < 4 * m->program->objects.count)
        m->element_slots *= 2;
    memory_free(m->element_slot);
    m->element_slot = memory_new(m->element_slots, sizeof *m->element_slot);
    for (uint32_t i = 0; i < m->program->objects.count; i++)
        if (m->program->objects.at[i].element)
            remember_element(m, i);
}

static uint32_t element(struct model *m, uint32_t name, int64_t index) {
    uint32_t slot = element_hash(name, index);
    uint32_t found;
    while ((found = m->element_slot[slot & (m->element_slots - 1)])) {
        const struct model_object *o = &m->program->objects.at[found - 1];
        if (o->name == name && o->index == index)
            return found - 1;
        slot++;
    }
    uint32_t object = model_element(m->program, name, index);
    add_objects(m);
    if (2 * m->program->objects.count > m->element_slots)
        remember_elements(m);
    else
        remember_element(m, object);
    invariant(m->cell_count == m->first_object + m->program->objects.count);
    return object;
}

// ------------------------------------------------------------- local code

__attribute__((format(printf, 5, 6))) static void
mishap(struct model *m, unsigned thread, uint32_t line, enum finding_kind kind,
       const char *format, ...) {
    if (m->base.mishaps.count)
        return; // the first one counts
    struct mishap it = {.kind = kind, .thread = thread, .site = line};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(it.message, sizeof it.message, format, arguments);
    va_end(arguments);
    machine_tell(&m->base, &it);
}

static int64_t value(struct model *m, unsigned thread,
                     const struct instruction *i, const struct expression *e) {
    int64_t result = 0;
    const char *error = NULL;
    if (!expression_value(e, &m->program->pool, of_thread(m, thread, REGISTERS),
                          &result, &error)) {
        mishap(m, thread, i->line, FINDING_UNCAUGHT_SIGNAL, "%s", error);
        set_of_thread(m, thread, STATUS, THREAD_STUCK);
    }
    return result;
}

static uint64_t where(struct model *m, unsigned thread,
                      const struct instruction *i) {
    const struct location *l = &i->where;
    if (!l->indexed)
        return address(l->object) + l->offset;
    return address(element(m, l->object, value(m, thread, i, &l->index)));
}

static bool blind(const struct model *m, const struct instruction *i) {
    return m->relation.blind_adds && i->reg == NO_REGISTER;
}

// What the thread's next operation is, as far as it does not depend on others.
static void prepare(struct model *m, unsigned thread,
                    const struct instruction *i) {
    struct op *op = &m->next[thread];
    invariant(i->statement == DO_OPERATION && i->kind < OP_KINDS);
    *op = (struct op){.kind = i->kind,
                      .update = i->update,
                      .compare = i->compare,
                      .size = 1,
                      .target = i->target,
                      .site = i->line,
                      .order = i->order,
                      .order2 = i->order2};
    switch (op_object((enum op_kind)i->kind)) {
    case ON_MEMORY:
        op->size = i->where.size;
        op->addr = where(m, thread, i);
        op->arg = (uint64_t)value(m, thread, i, &i->arg);
        op->arg2 = (uint64_t)value(m, thread, i, &i->arg2);
        op->flags =
            (uint8_t)((blind(m, i) ? OP_BLIND : 0) |
                      (m->relation.failed_cas_writes ? OP_FAILED_CAS_WRITES
                                                     : 0) |
                      (i->plain ? OP_PLAIN : 0));
        break;
    case ON_NOTHING:
        op->size = 0;
        op->arg = (uint64_t)i->arg.value;
        break;
    case ON_THREAD:
        op->size = 0;
        break;
    case ON_MUTEX:
    case ON_CONDITION:
    case ON_RWLOCK:
    case ON_SEMAPHORE:
    case ON_BARRIER:
        op->addr = address(i->where.object);
        op->flags = m->relation.readers_conflict ? OP_READERS_CONFLICT : 0;
        break;
    }
    if (i->kind == OP_WAIT)
        op->addr2 = address(i->object2);
    if (i->kind == OP_AWAKE)
        op->arg = address(i->object2);
    if (i->kind == OP_EXPIRE)
        op->target = thread;
    if (i->kind == OP_LEAVE)
        op->arg =
            (uint64_t)*of_thread(m, thread, REGISTERS + (unsigned)i->round);
    op_set_mode(op);
    if (i->kind == OP_ARRIVE) {
        const struct model_object *o = &m->program->objects.at[i->where.object];
        if (o->users == o->places)
            op->mode = OP_IGNORES; // whoever comes, it is the same round
    }
}

static bool local_statement(struct model *m, unsigned thread, int64_t *pc) {
    const struct instruction *i =
        &m->program->threads.at[thread].code.at[(*pc)++];
    invariant(i->statement != DO_OPERATION);
    switch ((enum statement)i->statement) {
    case DO_OPERATION:
        break;
    case DO_LET:
        assign(m, thread, i->reg, value(m, thread, i, &i->arg));
        break;
    case DO_JUMP:
        *pc = i->target;
        break;
    case DO_JUMP_UNLESS:
        if (!value(m, thread, i, &i->arg))
            *pc = i->target;
        break;
    case DO_ASSERT:
        if (!value(m, thread, i, &i->arg))
            mishap(m, thread, i->line, FINDING_ASSERTION, "assertion is false");
        break;
    case DO_ASSUME:
        if (!value(m, thread, i, &i->arg))
            set_of_thread(m, thread, STATUS, THREAD_STUCK);
        break;
    }
    return *of_thread(m, thread, STATUS) == THREAD_ALIVE;
}

// Where local code was before, and what its registers held: if it comes there
// again, it does so for ever. Kept after 64, 128, 256, … statements, so that it
// is once within the loop, whatever comes before that.
struct local_state {
    int64_t pc, registers[MODEL_MOST_REGISTERS];
};

static bool is_there_again(struct model *m, unsigned thread, int64_t pc,
                           unsigned done, struct local_state *kept) {
    const int64_t *registers = of_thread(m, thread, REGISTERS);
    size_t size = m->program->threads.at[thread].registers.count *
                  sizeof *registers;
    if (done < 64)
        return false;
    if (done > 64 && pc == kept->pc &&
        memcmp(registers, kept->registers, size) == 0)
        return true;
    if ((done & (done - 1)) == 0) {
        kept->pc = pc;
        memcpy(kept->registers, registers, size);
    }
    return false;
}

// Run local code up to the next visible operation.
static void settle(struct model *m, unsigned thread) {
    const struct model_thread *t = &m->program->threads.at[thread];
    int64_t pc = *of_thread(m, thread, PC);
    invariant(pc >= 0 && (size_t)pc <= t->code.count);
    struct local_state kept;
    bool moves = true;
    for (unsigned done = 0; moves && (size_t)pc < t->code.count &&
                            t->code.at[pc].statement != DO_OPERATION;
         done++) {
        if (is_there_again(m, thread, pc, done, &kept)) {
            mishap(m, thread, t->code.at[pc].line, FINDING_NO_PROGRESS,
                   "a local loop does not end");
            set_of_thread(m, thread, STATUS, THREAD_STUCK);
            break;
        }
        if (done == MOST_LOCAL_STEPS) { // nobody knows whether it ends
            set_of_thread(m, thread, STATUS, THREAD_CUT);
            break;
        }
        moves = local_statement(m, thread, &pc);
    }
    set_of_thread(m, thread, PC, pc);
    if (*of_thread(m, thread, STATUS) != THREAD_ALIVE)
        return;
    if ((size_t)pc == t->code.count) {
        set_of_thread(m, thread, STATUS, THREAD_ENDED);
        m->base.living &= ~(1ull << thread);
    } else {
        prepare(m, thread, &t->code.at[pc]);
    }
}

// ------------------------------------------------------- the machine's face

static const struct instruction *at_pc(struct model *m, unsigned thread) {
    expensive((size_t)*of_thread(m, thread, PC) <
              m->program->threads.at[thread].code.count);
    return &m->program->threads.at[thread].code.at[*of_thread(m, thread, PC)];
}

static enum thread_status status(struct machine *machine, unsigned thread) {
    return (enum thread_status) * of_thread(model_of(machine), thread, STATUS);
}

static const struct op *pending(struct machine *machine, unsigned thread) {
    struct model *m = model_of(machine);
    if (status(machine, thread) != THREAD_ALIVE)
        return NULL;
    struct op *op = &m->next[thread];
    if (!op->addr)
        return op;
    uint64_t state = (uint64_t)m->cells[object_cell(m, op->addr)];
    if (op->kind == OP_RDUNLOCK || op->kind == OP_WRUNLOCK) {
        op->kind = state >> 32 == 1ull + thread ? OP_WRUNLOCK : OP_RDUNLOCK;
        op_set_mode(op);
    }
    if (op->kind == OP_ARRIVE)
        op->arg = state / at_pc(m, thread)->places;
    op->choice = 0;
    op_decide(op, state);
    if (machine->graphs && op_object((enum op_kind)op->kind) == ON_MEMORY)
        op->mode = OP_IGNORES;
    return op;
}

// The word in which an operation finds what the choice says.
static uint64_t chosen_word(struct model *m, const struct op *op,
                            uint32_t choice) {
    uint32_t write = graph_choice_write(choice);
    if (graph_choice_newest(choice))
        return op->old;
    if (write == INITIAL_WRITE)
        return (uint64_t)m->program->objects.at[object_at(op->addr)].initial;
    require(write < m->taken.count);
    return m->taken.at[write].left << 8 * (op->addr & 7);
}

static const struct op *chosen(struct machine *machine, struct step step) {
    struct model *m = model_of(machine);
    const struct op *pend = pending(machine, step.thread);
    invariant(machine->graphs && pend);
    m->chosen = *pend;
    if (op_object((enum op_kind)pend->kind) == ON_MEMORY) {
        op_decide(&m->chosen, chosen_word(m, pend, step.choice));
        m->chosen.mode = OP_IGNORES;
    }
    m->chosen.choice = step.choice;
    return &m->chosen;
}

static bool enabled(struct machine *machine, unsigned thread) {
    struct model *m = model_of(machine);
    if (status(machine, thread) != THREAD_ALIVE)
        return false;
    const struct op *op = &m->next[thread];
    if (op_blocking((enum op_kind)op->kind) == NEVER_WAITS)
        return true;
    if (machine->graphs && op_is_await(op))
        return !(m->failed >> thread & 1);
    uint64_t state = 0;
    if (op->addr)
        state = (uint64_t)m->cells[object_cell(m, op->addr)];
    switch (op_after(op)) {
    case AFTER_NOTHING:
        return op_enabled(op, state);
    case AFTER_END:
        return status(machine, op->target) == THREAD_ENDED;
    case AFTER_ARRIVALS:
        return state >= (op->arg + 1) * at_pc(m, thread)->places;
    case AFTER_WAKING:
        return !(m->cells[object_cell(m, op->arg)] >> thread & 1) &&
               op_enabled(op, state);
    }
    return false;
}

static void check_rules(struct model *m, unsigned thread, const struct op *op) {
    uint64_t self = 1ull + thread;
    if ((op->kind == OP_UNLOCK || op->kind == OP_WAIT) && op->old != self)
        mishap(m, thread, op->site, FINDING_MUTEX_MISUSE,
               "%s of a mutex that the thread does not hold",
               op_name((enum op_kind)op->kind));
    if (op->kind == OP_RDUNLOCK && (op->old >> 32 || (int32_t)op->old <= 0))
        mishap(m, thread, op->site, FINDING_MUTEX_MISUSE,
               "unlock of a read-write lock that the thread does not hold");
    if (op->kind == OP_SPAWN &&
        *of_thread(m, op->target, STATUS) != THREAD_UNBORN)
        mishap(m, thread, op->site, FINDING_API_MISUSE,
               "thread '%s' is spawned twice",
               m->program->threads.at[op->target].name);
}

static void store_result(struct model *m, unsigned thread, const struct op *op,
                         const struct instruction *i) {
    const struct op_row *row = &op_rows[op->kind];
    switch ((enum op_gives)row->gives) {
    case GIVES_NOTHING:
        break;
    case GIVES_STATE:
        assign(m, thread, i->reg,
               row->object == ON_MEMORY ? (int64_t)op_value(op, op->old)
                                        : (int64_t)op->old);
        break;
    case GIVES_YES:
    case GIVES_NO:
        assign(m, thread, i->reg, row->gives == GIVES_YES);
        if (i->found)
            assign(m, thread, i->found - 1, (int64_t)op_value(op, op->old));
        break;
    case GIVES_CHOICE:
        assign(m, thread, i->reg, op->choice);
        break;
    case GIVES_ROUND:
        assign(m, thread, i->round, (int64_t)op->arg);
        break;
    }
}

// Debug: does the invariant hold?
static bool model_is_sound(struct model *m) {
    for (unsigned t = 0; t < m->base.threads; t++) {
        int64_t status = *of_thread(m, t, STATUS);
        bool lives = status != THREAD_UNBORN && status != THREAD_ENDED;
        if (lives != (m->base.living >> t & 1) ||
            (status == THREAD_ALIVE && at_pc(m, t)->statement != DO_OPERATION))
            return false;
    }
    return !m->taken.count ||
           m->taken.at[m->taken.count - 1].changes <= m->changes.count;
}

// Does what memory holds stay as it is: because a newer write is there?
static bool leaves_memory(const struct machine *machine, const struct op *op) {
    return machine->graphs && op_object((enum op_kind)op->kind) == ON_MEMORY &&
           !graph_choice_newest(op->choice);
}

static void step(struct machine *machine, struct step step) {
    struct model *m = model_of(machine);
    unsigned thread = step.thread;
    const struct op *pend = pending(machine, thread);
    invariant(pend && enabled(machine, thread));
    struct op next = *pend, op = *machine_chosen(machine, step);
    op.choice = step.choice;
    expensive(op_choices(pend) > step.choice || pend->kind == OP_SIGNAL ||
              machine->graphs);
    vec_push(&m->taken,
             (struct taken){step, (uint32_t)m->changes.count, next,
                            machine->living, m->failed,
                            op_result(&op, op_value(&op, op.old))});
    if (op_is_await(&op) && !op_enabled(&op, op.old)) {
        m->failed |= 1ull << thread;
        return;
    }
    check_rules(m, thread, &op);
    if (op.addr && !leaves_memory(machine, &op))
        set(m, object_cell(m, op.addr),
            (int64_t)op_state_after(&op, &op, thread, op.old));
    if (op.addr2)
        set(m, object_cell(m, op.addr2),
            m->cells[object_cell(m, op.addr2)] | (int64_t)(1ull << thread));
    store_result(m, thread, &op, at_pc(m, thread));
    if (op.kind == OP_SPAWN &&
        *of_thread(m, op.target, STATUS) == THREAD_UNBORN) {
        set_of_thread(m, op.target, STATUS, THREAD_ALIVE);
        machine->living |= 1ull << op.target;
        settle(m, op.target);
    }
    set_of_thread(m, thread, PC, *of_thread(m, thread, PC) + 1);
    settle(m, thread);
    expensive(model_is_sound(m));
}

static void undo(struct model *m) {
    invariant(m->taken.count > 0);
    struct taken last = m->taken.at[--m->taken.count];
    invariant(last.changes <= m->changes.count);
    while (m->changes.count > last.changes) {
        struct change c = m->changes.at[--m->changes.count];
        m->cells[c.cell] = c.old;
    }
    m->next[last.step.thread] = last.next;
    m->base.living = last.living;
    m->failed = last.failed;
    expensive(model_is_sound(m));
}

static void go_to(struct machine *machine, const struct step *steps,
                  size_t count) {
    struct model *m = model_of(machine);
    size_t same = machine->kept;
    invariant(same <= count && same <= m->taken.count);
    for (size_t i = 0; i < same; i++)
        expensive(step_equals(steps[i], m->taken.at[i].step));
    while (same < count && same < m->taken.count &&
           step_equals(steps[same], m->taken.at[same].step))
        same++;
    while (m->taken.count > same)
        undo(m);
    for (; same < count; same++, machine->replayed++)
        machine_step(machine, steps[same]);
}

static const char *thread_name(struct machine *machine, unsigned thread) {
    return model_of(machine)->program->threads.at[thread].name;
}

static struct place place(struct machine *machine, uint32_t site) {
    return (struct place){.file = model_of(machine)->program->file,
                          .line = site};
}

static uint32_t loop_at(struct machine *machine, unsigned thread) {
    return (uint32_t)at_pc(model_of(machine), thread)->line;
}

static enum limit limit_of(struct machine *machine, unsigned thread) {
    (void)machine, (void)thread;
    return LIMIT_STEPS; // MOST_LOCAL_STEPS
}

static void object_name(struct machine *machine, const struct op *op,
                        uint64_t addr, char *text, size_t room) {
    const struct model_program *program = model_of(machine)->program;
    const struct model_object *o = &program->objects.at[object_at(addr)];
    invariant(o->name < program->names.count);
    char index[24] = "", range[24] = "";
    if (o->element)
        snprintf(index, sizeof index, "[%lld]", (long long)o->index);
    if (op_object((enum op_kind)op->kind) == ON_MEMORY && op->size != 8)
        snprintf(range, sizeof range, "{%u,%u}", (unsigned)(op->addr & 7),
                 op->size);
    snprintf(text, room, "%s%s%s", program->names.at[o->name], index, range);
}

// ------------------------------------------------------------------ state

// What a thread may still look at. Of one that is stuck nobody asks where; all
// that it has is left to be seen.
static void push_thread(struct model *m, unsigned thread) {
    const int64_t *cell = of_thread(m, thread, 0);
    bool stuck = cell[STATUS] == THREAD_STUCK;
    uint64_t live = stuck ? ~0ull : m->live[thread][cell[PC]];
    vec_push(&m->row, cell[STATUS]);
    vec_push(&m->row, stuck ? 0 : cell[PC]);
    vec_push(&m->row, cell[ASSIGNED] & (int64_t)live);
    size_t first = m->row.count;
    size_t count = m->program->threads.at[thread].registers.count;
    for (size_t i = 0; i < count; i++)
        vec_push(&m->row, live >> i & 1 ? cell[REGISTERS + i] : 0);
    if (cell[STATUS] != THREAD_ALIVE || m->next[thread].kind != OP_LEAVE)
        return;
    // How many rounds ago it arrived is what counts, not which round it was.
    const struct instruction *i = at_pc(m, thread);
    int64_t arrived = m->cells[object_cell(m, address(i->where.object))];
    invariant(i->round >= 0 && i->places > 0);
    int64_t *round = &m->row.at[first + (size_t)i->round];
    *round = arrived / i->places - *round;
}

static void push_named(struct model *m) {
    for (uint32_t i = 0; i < m->named; i++) {
        int64_t held = m->cells[m->first_object + i];
        const struct model_object *o = &m->program->objects.at[i];
        vec_push(&m->row, o->kind == ON_BARRIER ? held % o->places : held);
    }
}

struct held {
    int64_t name, index, value;
};

_Static_assert(sizeof(struct held) == 3 * sizeof(int64_t), "parts of a row");

static int by_name(const void *a, const void *b) {
    const struct held *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

// Elements are numbered in the order of their first use: sort them.
static void push_elements(struct model *m) {
    size_t first = m->row.count;
    for (uint32_t i = m->named; i < m->program->objects.count; i++) {
        const struct model_object *o = &m->program->objects.at[i];
        int64_t held = m->cells[m->first_object + i];
        if (held == 0)
            continue;
        vec_push(&m->row, o->name);
        vec_push(&m->row, o->index);
        vec_push(&m->row, held);
    }
    if (m->row.count > first)
        qsort(m->row.at + first, (m->row.count - first) / 3,
              sizeof(struct held), by_name);
}

static const void *state_bytes(struct machine *machine, size_t *size) {
    struct model *m = model_of(machine);
    m->row.count = 0;
    for (unsigned t = 0; t < machine->threads; t++)
        push_thread(m, t);
    push_named(m);
    push_elements(m);
    *size = m->row.count * sizeof *m->row.at;
    return m->row.at;
}

static struct state state_of(const void *bytes, size_t size) {
    XXH128_hash_t h = XXH3_128bits(bytes, size);
    return (struct state){{h.low64, h.high64}};
}

static bool state(struct machine *machine, struct state *out) {
    size_t size;
    const void *bytes = state_bytes(machine, &size);
    *out = state_of(bytes, size);
    return true;
}

struct state model_local_state(struct machine *machine, unsigned thread) {
    struct model *m = model_of(machine);
    m->row.count = 0;
    push_thread(m, thread);
    if (status(machine, thread) == THREAD_ALIVE &&
        m->next[thread].kind == OP_LEAVE) // that is the others' affair
        m->row.at[REGISTERS + at_pc(m, thread)->round] = 0;
    vec_push(&m->row, thread);
    return state_of(m->row.at, m->row.count * sizeof *m->row.at);
}

// ------------------------------------------------------- making and ending

const struct model_program *model_program(struct machine *machine) {
    return model_of(machine)->program;
}

int64_t model_register(struct machine *machine, unsigned thread, unsigned reg) {
    struct model *m = model_of(machine);
    require(reg < m->program->threads.at[thread].registers.count);
    return *of_thread(m, thread, REGISTERS + reg);
}

int64_t model_variable(struct machine *machine, uint32_t object) {
    return model_of(machine)->cells[object_cell(model_of(machine),
                                                address(object))];
}

struct state_hash model_observable(struct machine *machine) {
    struct model *m = model_of(machine);
    struct state_hash sum = {0, 0};
    // A sum, because elements are numbered in the order of their first use.
    for (uint32_t i = 0; i < m->program->objects.count; i++) {
        const struct model_object *o = &m->program->objects.at[i];
        int64_t held = m->cells[m->first_object + i];
        if (o->kind != ON_MEMORY || held == 0)
            continue;
        int64_t key[4] = {o->name, o->element, o->index, held};
        XXH128_hash_t h = XXH3_128bits(key, sizeof key);
        sum.low += h.low64;
        sum.high += h.high64;
    }
    for (unsigned t = 0; t < machine->threads; t++) {
        size_t count = REGISTERS + m->program->threads.at[t].registers.count;
        invariant(count <= REGISTERS + MODEL_MOST_REGISTERS);
        int64_t row[REGISTERS + MODEL_MOST_REGISTERS];
        memcpy(row, of_thread(m, t, 0), count * sizeof *row);
        row[PC] = t; // who it is counts, where it stands does not
        XXH128_hash_t h = XXH3_128bits(row, count * sizeof *row);
        sum.low += h.low64;
        sum.high += h.high64;
    }
    return sum;
}

static void destroy(struct machine *machine) {
    struct model *m = model_of(machine);
    vec_free(&m->changes);
    vec_free(&m->taken);
    memory_free(m->cells);
    memory_free(m->group);
    memory_free(m->next);
    memory_free(m->element_slot);
    for (unsigned t = 0; t < machine->threads; t++)
        memory_free(m->live[t]);
    memory_free(m->live);
    vec_free(&m->row);
    model_free(m->program);
    memory_free(m);
}

static const struct machine_class model_class = {
    .pending = pending,
    .enabled = enabled,
    .chosen = chosen,
    .step = step,
    .go_to = go_to,
    .status = status,
    .thread_name = thread_name,
    .place = place,
    .loop_at = loop_at,
    .limit_of = limit_of,
    .object_name = object_name,
    .state = state,
    .state_bytes = state_bytes,
    .destroy = destroy,
};

struct machine *model_machine(struct model_program *program,
                              struct relation relation) {
    require(program->threads.count <= MODEL_MOST_THREADS);
    struct model *m = memory_new(1, sizeof *m);
    m->base.class = &model_class;
    m->base.threads = (unsigned)program->threads.count;
    m->program = program;
    m->relation = relation;
    m->base.graphs = relation.graphs;
    m->group = memory_new(m->base.threads, sizeof *m->group);
    m->next = memory_new(m->base.threads, sizeof *m->next);
    for (unsigned t = 0; t < m->base.threads; t++) {
        m->group[t] = m->first_object;
        m->first_object +=
            REGISTERS + (uint32_t)program->threads.at[t].registers.count;
    }
    m->cell_count = m->cell_room = m->first_object;
    m->cells = memory_new(m->cell_room, sizeof *m->cells);
    m->named = (uint32_t)program->objects.count;
    add_objects(m);
    remember_elements(m);
    m->live = memory_new(m->base.threads, sizeof *m->live);
    for (unsigned t = 0; t < m->base.threads; t++)
        m->live[t] = liveness(program, &program->threads.at[t]);
    for (unsigned t = 0; t < m->base.threads; t++)
        if (program->threads.at[t].root) {
            *of_thread(m, t, STATUS) = THREAD_ALIVE;
            m->base.living |= 1ull << t;
            settle(m, t);
        }
    m->changes.count = 0;
    return &m->base;
}
