// SPDX-License-Identifier: Apache-2.0

#include "op/op.h"

#include "base/fault.h"

#include <stddef.h>

const struct op_row op_rows[OP_KINDS] = {
#define X(kind_, name_, object_, mode_, waits_, when_, else_, after_, does_, \
          holds_, gives_, words_, why)                                       \
    [OP_##kind_] = {                                                         \
        .name = name_,                                                       \
        .words = words_,                                                     \
        .object = ON_##object_,                                              \
        .mode = OP_##mode_,                                                  \
        .blocking = waits_,                                                  \
        .when = WHEN_##when_,                                                \
        .otherwise = OP_##else_,                                             \
        .after = AFTER_##after_,                                             \
        .effect = DOES_##does_,                                              \
        .holds = holds_,                                                     \
        .gives = GIVES_##gives_,                                             \
        .decided = OP_##else_ != OP_ITSELF || DOES_##does_ == DOES_WAKE,     \
        .chooses =                                                           \
            DOES_##does_ == DOES_WAKE || GIVES_##gives_ == GIVES_CHOICE,     \
    },
    OPERATIONS(X)
#undef X
};

bool op_rows_are_sound(void) {
    for (unsigned kind = 0; kind < OP_KINDS; kind++) {
        const struct op_row *row = &op_rows[kind];
        if (row->otherwise != OP_ITSELF &&
            (op_rows[row->otherwise].otherwise != kind ||
             op_rows[row->otherwise].object != row->object))
            return false;
        if ((row->blocking == WAITS_CONTENDED) !=
            (row->when != WHEN_ALWAYS && row->otherwise == OP_ITSELF))
            return false;
        if (row->blocking == WAITS_ENABLED && row->after == AFTER_NOTHING)
            return false;
    }
    return true;
}

static const struct update {
    const char *name;
    enum rmw class;
} updates[RMW_NONE] = {
#define X(update, name, class, result) [RMW_##update] = {name, RMW_##class},
    UPDATES(X)
#undef X
};

const char *op_update_name(enum rmw update) {
    require(update < RMW_NONE);
    return updates[update].name;
}

const char *op_comparison_symbol(enum comparison comparison) {
    require(comparison < COMPARISON_KINDS);
    static const char *const symbols[COMPARISON_KINDS] = {
#define X(name, symbol, condition) [CMP_##name] = symbol,
        COMPARISONS(X)
#undef X
    };
    return symbols[comparison];
}

const char *op_order_name(enum op_order order) {
    require(order < ORDERS);
    static const char *const names[ORDERS] = {
#define X(order, name, acquires, releases) [ORDER_##order] = name,
        MEMORY_ORDERS(X)
#undef X
    };
    return names[order];
}

uint8_t op_flagged_mode(const struct op *op) {
    invariant(op->kind < OP_KINDS);
    if (op->kind == OP_RMW && (op->flags & OP_BLIND) &&
        updates[op->update].class != RMW_NONE)
        return (uint8_t)(OP_COMMUTES + updates[op->update].class);
    if (op->kind == OP_CAS_FAIL && (op->flags & OP_FAILED_CAS_WRITES))
        return OP_WRITES;
    if ((op->flags & OP_READERS_CONFLICT) &&
        op_rows[op->kind].object == ON_RWLOCK)
        return OP_WRITES;
    return op_rows[op->kind].mode;
}

bool op_shadows(const struct op *writer, const struct op *reader) {
    return (writer->mode == OP_WRITES && writer->addr <= reader->addr &&
            reader->addr + reader->size <= writer->addr + writer->size) ||
           (writer->addr2 && writer->addr2 == reader->addr);
}

// ---------------------------------------------------------------- memory

static unsigned shift_in_word(const struct op *op) {
    return op->flags & OP_HASHED ? 0 : 8 * (op->addr & 7);
}

static uint64_t mask_of_size(const struct op *op) {
    return op->size >= 8 || op->flags & OP_HASHED
               ? ~0ull
               : (1ull << (8 * op->size)) - 1;
}

uint64_t op_value(const struct op *op, uint64_t word) {
    return (word >> shift_in_word(op)) & mask_of_size(op);
}

static uint64_t with_value(const struct op *op, uint64_t word, uint64_t value) {
    uint64_t mask = mask_of_size(op) << shift_in_word(op);
    return (word & ~mask) | ((value << shift_in_word(op)) & mask);
}

static int64_t as_signed(const struct op *op, uint64_t value) {
    expensive(op->size > 0);
    if (op->size >= 8)
        return (int64_t)value;
    uint64_t sign = 1ull << (8 * op->size - 1);
    return (int64_t)(((value & mask_of_size(op)) ^ sign) - sign);
}

static uint64_t updated(const struct op *op, uint64_t value) {
    uint64_t arg = op->arg & mask_of_size(op);
    int64_t left = as_signed(op, value), right = as_signed(op, arg);
    value &= mask_of_size(op);
    switch ((enum rmw)op->update) {
#define X(update, name, class, result) \
    case RMW_##update:                 \
        return result;
        UPDATES(X)
#undef X
    case RMW_NONE:
        break;
    }
    fault("unknown update");
}

uint64_t op_result(const struct op *op, uint64_t value) {
    uint8_t effect = op_rows[op->kind].effect;
    if (effect == DOES_WRITE)
        return op->flags & OP_OPAQUE ? value : op->arg & mask_of_size(op);
    if (effect == DOES_UPDATE)
        return updated(op, value) & mask_of_size(op);
    return effect == DOES_EXCHANGE ? op->arg2 & mask_of_size(op) : value;
}

static bool compares(const struct op *op, uint64_t found) {
    uint64_t mask = mask_of_size(op);
    uint64_t bits = op->kind == OP_AWAIT && op->arg2 ? op->arg2 : mask;
    uint64_t value = found & mask & bits, arg = op->arg & mask;
    int64_t left = as_signed(op, value), right = as_signed(op, arg);
    switch ((enum comparison)op->compare) {
#define X(name, symbol, condition) \
    case CMP_##name:               \
        return condition;
        COMPARISONS(X)
#undef X
    case COMPARISON_KINDS:
        break;
    }
    fault("unknown comparison");
}

// ---------------------------------------------------------- object states

static bool same_word(const struct op *a, const struct op *b) {
    return (a->addr & ~7ull) == (b->addr & ~7ull);
}

static bool overlap(const struct op *a, const struct op *b) {
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

// Are the values of both hashes of the same bytes?
static bool same_hash(const struct op *a, const struct op *b) {
    return a->flags & b->flags & OP_HASHED && a->addr == b->addr &&
           a->size == b->size;
}

bool op_changes(const struct op *of, const struct op *event) {
    const struct op_row *row = &op_rows[event->kind];
    if (row->effect <= DOES_LOOK)
        return false;
    switch (op_object((enum op_kind)of->kind)) {
    case ON_MEMORY:
        return row->object == ON_MEMORY &&
               (of->flags & OP_HASHED ? overlap(of, event)
                                      : same_word(of, event));
    case ON_MUTEX:
    case ON_RWLOCK:
    case ON_SEMAPHORE:
    case ON_BARRIER:
        return event->addr == of->addr;
    case ON_CONDITION:
        return event->addr == of->addr || event->addr2 == of->addr;
    case ON_THREAD:
    case ON_NOTHING:
        break;
    }
    return false;
}

static uint64_t memory_after(const struct op *of, const struct op *event,
                             uint64_t word) {
    if ((of->flags | event->flags) & OP_HASHED && !same_hash(of, event))
        return of->flags & OP_HASHED ? OP_UNKNOWN : word;
    return with_value(event, word, op_result(event, op_value(event, word)));
}

static uint64_t drained(const struct op *op, uint64_t state) {
    uint64_t count = op_channel_count(state);
    return op->arg < count ? op->arg : count;
}

static bool is_filled(uint64_t state) {
    return op_channel_count(state) || !op_channel_writers(state);
}

static bool has_room(const struct op *op, uint64_t state) {
    return op_channel_count(state) + op->arg <= op->arg2 ||
           !op_channel_readers(state);
}

uint64_t op_state_after(const struct op *of, const struct op *event,
                        unsigned thread, uint64_t before) {
    expensive(thread < 64); // a set of waiting threads is a word
    if (!op_changes(of, event))
        return before;
    switch ((enum op_effect)op_rows[event->kind].effect) {
    case DOES_NOTHING:
    case DOES_LOOK:
        return before;
    case DOES_WRITE:
    case DOES_UPDATE:
    case DOES_EXCHANGE:
        return memory_after(of, event, before);
    case DOES_OWN:
        return 1ull + thread;
    case DOES_OWN_ALONE:
        return (1ull + thread) << 32;
    case DOES_CLEAR:
        return 0;
    case DOES_ADD:
        return before + 1;
    case DOES_TAKE:
        return before - 1;
    case DOES_LEAVE: // by one who does not hold it: told by the machine
        return (uint32_t)before ? before - 1 : before;
    case DOES_DRAIN:
        return before - drained(event, before);
    case DOES_FILL:
        return op_channel_readers(before) ? before + event->arg : before;
    case DOES_PARK:
        return of->addr == event->addr ? 0 : before | 1ull << thread;
    case DOES_WAKE:
        return event->choice ? before & ~(1ull << (event->choice - 1)) : before;
    case DOES_EXPIRE:
        return before & ~(1ull << event->target);
    }
    fault("unknown effect");
}

uint64_t op_state_before(const struct op *of, const struct op *event,
                         unsigned thread, uint64_t after) {
    if (!op_changes(of, event))
        return after;
    if (op_rows[event->kind].object == ON_MEMORY) {
        if ((of->flags | event->flags) & OP_HASHED && !same_hash(of, event))
            return of->flags & OP_HASHED ? OP_UNKNOWN : after;
        return with_value(event, after, op_value(event, event->old));
    }
    if (event->addr2 && of->addr == event->addr2)
        return after & ~(1ull << thread);
    return event->old;
}

static bool as_expected(const struct op *op, uint64_t state) {
    return op_value(op, state) == (op->arg & mask_of_size(op)) ||
           (op->flags & OP_HASHED && state == OP_UNKNOWN);
}

// Can it happen as what it is?
static bool happens(const struct op *op, uint64_t state) {
    switch ((enum op_when)op_rows[op->kind].when) {
    case WHEN_ALWAYS:
        return true;
    case WHEN_EXPECTED:
        return as_expected(op, state);
    case WHEN_UNEXPECTED:
        return !as_expected(op, state);
    case WHEN_COMPARED:
        return compares(op, op_value(op, state));
    case WHEN_FREE:
        return state == 0;
    case WHEN_TAKEN:
        return state != 0;
    case WHEN_UNWRITTEN:
        return state >> 32 == 0;
    case WHEN_WRITTEN:
        return state >> 32 != 0;
    case WHEN_UNITS:
        return (int64_t)state > 0;
    case WHEN_NO_UNITS:
        return (int64_t)state <= 0;
    case WHEN_FILLED:
        return is_filled(state);
    case WHEN_EMPTY:
        return !is_filled(state);
    case WHEN_ROOM:
        return has_room(op, state);
    case WHEN_NO_ROOM:
        return !has_room(op, state);
    case WHEN_WAITING:
        return state >> op->target & 1;
    case WHEN_WOKEN:
        return !(state >> op->target & 1);
    }
    fault("unknown condition");
}

bool op_enabled(const struct op *op, uint64_t state) {
    return op_rows[op->kind].blocking != WAITS_CONTENDED || happens(op, state);
}

void op_decide(struct op *op, uint64_t state) {
    const struct op_row *row = &op_rows[op->kind];
    op->old = state;
    invariant(op->kind < OP_KINDS);
    if (!row->decided)
        return;
    if (row->otherwise != OP_ITSELF) {
        if (!happens(op, state))
            op->kind = row->otherwise;
        op_set_mode(op);
        expensive(happens(op, state)); // one of the two always can
    } else if (!op->choice || !(state >> (op->choice - 1) & 1)) {
        op->choice = op_choice(op, 0);
    }
}

// Of what is seen as an access to memory, and stands for an object.
static bool is_object(const struct op *op) {
    return op->flags & OP_OF_OBJECT && !(op->flags & OP_OPAQUE);
}

bool op_releases(const struct op *op) {
    enum op_object object = op_object((enum op_kind)op->kind);
    switch ((enum op_effect)op_rows[op->kind].effect) {
    case DOES_CLEAR:
        return object == ON_MUTEX || object == ON_RWLOCK;
    case DOES_LEAVE:
    case DOES_FILL:
    case DOES_PARK:
        return true;
    case DOES_ADD:
        return object != ON_RWLOCK;
    case DOES_WRITE:
        return is_object(op);
    case DOES_NOTHING:
    case DOES_LOOK:
    case DOES_UPDATE:
    case DOES_EXCHANGE:
    case DOES_OWN:
    case DOES_OWN_ALONE:
    case DOES_TAKE:
    case DOES_DRAIN:
    case DOES_WAKE:
    case DOES_EXPIRE:
        break;
    }
    return false;
}

bool op_acquires(const struct op *op) {
    enum op_object object = op_object((enum op_kind)op->kind);
    switch ((enum op_effect)op_rows[op->kind].effect) {
    case DOES_OWN:
    case DOES_OWN_ALONE:
    case DOES_TAKE:
    case DOES_DRAIN:
        return true;
    case DOES_ADD:
        return object == ON_RWLOCK;
    case DOES_EXCHANGE:
        return is_object(op);
    case DOES_LOOK:
        return is_object(op) && op_is_await(op);
    case DOES_NOTHING:
    case DOES_WRITE:
    case DOES_UPDATE:
    case DOES_CLEAR:
    case DOES_LEAVE:
    case DOES_FILL:
    case DOES_PARK:
    case DOES_WAKE:
    case DOES_EXPIRE:
        break;
    }
    return false;
}

unsigned op_several_choices(const struct op *op) {
    invariant(op_rows[op->kind].chooses);
    if (op_rows[op->kind].gives == GIVES_CHOICE)
        return (unsigned)op->arg;
    return op->old ? (unsigned)__builtin_popcountll(op->old) : 1;
}

uint32_t op_nth_choice(const struct op *op, unsigned nth) {
    invariant(nth < op_several_choices(op));
    if (op_rows[op->kind].gives == GIVES_CHOICE)
        return nth;
    uint64_t waiting = op->old;
    for (; nth && waiting; nth--)
        waiting &= waiting - 1;
    return waiting ? 1 + (uint32_t)__builtin_ctzll(waiting) : 0;
}
