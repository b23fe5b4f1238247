// SPDX-License-Identifier: Apache-2.0

#include "op/op.h"

#include "base/fault.h"

#include <stddef.h>

const struct op_row op_rows[OP_KINDS] = {
#define X(kind, name, object, mode, blocking, reason) \
    [OP_##kind] = {name, object, mode, blocking, reason},
    OPERATIONS(X)
#undef X
};

static const struct update {
    const char *name;
    enum rmw class;
} updates[RMW_NONE] = {
#define X(update, name, class) [RMW_##update] = {name, RMW_##class},
    UPDATES(X)
#undef X
};

const char *op_update_name(enum rmw update) {
    return updates[update].name;
}

uint8_t op_flagged_mode(const struct op *op) {
    enum op_mode mode = op_rows[op->kind].mode;
    if (op->kind == OP_RMW && (op->flags & OP_BLIND) &&
        updates[op->update].class != RMW_NONE)
        return (uint8_t)(OP_COMMUTES + updates[op->update].class);
    if (op->kind == OP_CAS_FAIL && (op->flags & OP_FAILED_CAS_WRITES))
        return OP_WRITES;
    if ((op->flags & OP_READERS_CONFLICT) &&
        op_rows[op->kind].object == ON_RWLOCK)
        return OP_WRITES;
    return (uint8_t)mode;
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
    if (op->size >= 8)
        return (int64_t)value;
    uint64_t sign = 1ull << (8 * op->size - 1);
    return (int64_t)(((value & mask_of_size(op)) ^ sign) - sign);
}

static uint64_t updated(const struct op *op, uint64_t value) {
    uint64_t arg = op->arg;
    int64_t left = as_signed(op, value), right = as_signed(op, arg);
    uint64_t mask = mask_of_size(op);
    switch ((enum rmw)op->update) {
    case RMW_ADD:
        return value + arg;
    case RMW_SUB:
        return value - arg;
    case RMW_AND:
        return value & arg;
    case RMW_OR:
        return value | arg;
    case RMW_XOR:
        return value ^ arg;
    case RMW_MAX:
        return left > right ? value : arg;
    case RMW_MIN:
        return left < right ? value : arg;
    case RMW_UMAX:
        return (value & mask) > (arg & mask) ? value : arg;
    case RMW_UMIN:
        return (value & mask) < (arg & mask) ? value : arg;
    case RMW_NAND:
        return ~(value & arg);
    case RMW_EXCHANGE:
        return arg;
    case RMW_NONE:
        break;
    }
    fault("unknown update");
}

uint64_t op_result(const struct op *op, uint64_t value) {
    switch ((enum op_kind)op->kind) {
    case OP_WRITE:
        return op->flags & OP_OPAQUE ? value : op->arg & mask_of_size(op);
    case OP_RMW:
        return updated(op, value) & mask_of_size(op);
    case OP_CAS:
    case OP_XAWAIT:
        return op->arg2 & mask_of_size(op);
    default:
        return value;
    }
}

static bool compares(const struct op *op, uint64_t found) {
    uint64_t mask = mask_of_size(op);
    uint64_t bits = op->kind == OP_AWAIT && op->arg2 ? op->arg2 : mask;
    uint64_t a = found & mask & bits, b = op->arg & mask;
    int64_t left = as_signed(op, a), right = as_signed(op, b);
    switch ((enum comparison)op->compare) {
    case CMP_EQ:
        return a == b;
    case CMP_NE:
        return a != b;
    case CMP_LT:
        return left < right;
    case CMP_LE:
        return left <= right;
    case CMP_GT:
        return left > right;
    case CMP_GE:
        return left >= right;
    case CMP_ULT:
        return a < b;
    case CMP_ULE:
        return a <= b;
    case CMP_UGT:
        return a > b;
    case CMP_UGE:
        return a >= b;
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

// Operations on a synchronisation object that leave it as it is.
static bool only_looks(const struct op *event) {
    switch ((enum op_kind)event->kind) {
    case OP_TRYLOCK_FAIL:
    case OP_TRYRDLOCK_FAIL:
    case OP_TRYWRLOCK_FAIL:
    case OP_SEM_TRYWAIT_FAIL:
    case OP_SEM_READ:
    case OP_EXPIRE_WOKEN:
        return true;
    default:
        return false;
    }
}

bool op_changes(const struct op *of, const struct op *event) {
    switch (op_rows[of->kind].object) {
    case ON_MEMORY:
        return op_rows[event->kind].object == ON_MEMORY &&
               (of->flags & OP_HASHED ? overlap(of, event)
                                      : same_word(of, event)) &&
               (event->mode >= OP_WRITES && event->kind != OP_CAS_FAIL);
    case ON_MUTEX:
    case ON_RWLOCK:
    case ON_SEMAPHORE:
    case ON_BARRIER:
        return event->addr == of->addr && !only_looks(event);
    case ON_CONDITION:
        return (event->addr == of->addr || event->addr2 == of->addr) &&
               !only_looks(event);
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

uint64_t op_state_after(const struct op *of, const struct op *event,
                        unsigned thread, uint64_t before) {
    if (!op_changes(of, event))
        return before;
    uint64_t self = 1ull + thread;
    switch ((enum op_kind)event->kind) {
    case OP_WRITE:
    case OP_RMW:
    case OP_CAS:
    case OP_XAWAIT:
        return memory_after(of, event, before);
    case OP_LOCK:
    case OP_TRYLOCK:
    case OP_AWAKE:
        return self;
    case OP_UNLOCK:
        return 0;
    case OP_WAIT:
        return of->addr == event->addr ? 0 : before | 1ull << thread;
    case OP_SIGNAL:
        return event->choice ? before & ~(1ull << (event->choice - 1)) : before;
    case OP_BROADCAST:
        return 0;
    case OP_EXPIRE:
        return before & ~(1ull << event->target);
    case OP_WRLOCK:
    case OP_TRYWRLOCK:
        return self << 32;
    case OP_WRUNLOCK:
        return 0;
    case OP_RDLOCK:
    case OP_TRYRDLOCK:
    case OP_SEM_POST:
    case OP_ARRIVE:
        return before + 1;
    case OP_RDUNLOCK: // by one who does not hold it: told by the machine
        return (uint32_t)before ? before - 1 : before;
    case OP_SEM_WAIT:
    case OP_SEM_TRYWAIT:
        return before - 1;
    default:
        return before;
    }
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
    if (event->kind == OP_WAIT && of->addr == event->addr2)
        return after & ~(1ull << thread);
    return event->old;
}

bool op_enabled(const struct op *op, uint64_t state) {
    switch ((enum op_kind)op->kind) {
    case OP_AWAIT:
    case OP_XAWAIT:
        return compares(op, op_value(op, state));
    case OP_LOCK:
    case OP_AWAKE:
        return state == 0;
    case OP_RDLOCK:
        return state >> 32 == 0;
    case OP_WRLOCK:
        return state == 0;
    case OP_SEM_WAIT:
        return (int64_t)state > 0;
    default:
        return true;
    }
}

bool op_is_decided_by_state(const struct op *op) {
    switch ((enum op_kind)op->kind) {
    case OP_CAS:
    case OP_CAS_FAIL:
    case OP_TRYLOCK:
    case OP_TRYLOCK_FAIL:
    case OP_TRYRDLOCK:
    case OP_TRYRDLOCK_FAIL:
    case OP_TRYWRLOCK:
    case OP_TRYWRLOCK_FAIL:
    case OP_SEM_TRYWAIT:
    case OP_SEM_TRYWAIT_FAIL:
    case OP_EXPIRE:
    case OP_EXPIRE_WOKEN:
    case OP_SIGNAL:
        return true;
    default:
        return false;
    }
}

static enum op_kind decided_kind(const struct op *op, uint64_t state) {
    switch ((enum op_kind)op->kind) {
    case OP_CAS:
    case OP_CAS_FAIL:
        return op_value(op, state) == (op->arg & mask_of_size(op)) ||
                       (op->flags & OP_HASHED && state == OP_UNKNOWN)
                   ? OP_CAS
                   : OP_CAS_FAIL;
    case OP_TRYLOCK:
    case OP_TRYLOCK_FAIL:
        return state == 0 ? OP_TRYLOCK : OP_TRYLOCK_FAIL;
    case OP_TRYRDLOCK:
    case OP_TRYRDLOCK_FAIL:
        return state >> 32 == 0 ? OP_TRYRDLOCK : OP_TRYRDLOCK_FAIL;
    case OP_TRYWRLOCK:
    case OP_TRYWRLOCK_FAIL:
        return state == 0 ? OP_TRYWRLOCK : OP_TRYWRLOCK_FAIL;
    case OP_SEM_TRYWAIT:
    case OP_SEM_TRYWAIT_FAIL:
        return (int64_t)state > 0 ? OP_SEM_TRYWAIT : OP_SEM_TRYWAIT_FAIL;
    case OP_EXPIRE:
    case OP_EXPIRE_WOKEN:
        return state >> op->target & 1 ? OP_EXPIRE : OP_EXPIRE_WOKEN;
    default:
        return (enum op_kind)op->kind;
    }
}

void op_decide(struct op *op, uint64_t state) {
    op->old = state;
    if (!op_is_decided_by_state(op))
        return;
    op->kind = (uint8_t)decided_kind(op, state);
    op_set_mode(op);
    if (op->kind == OP_SIGNAL &&
        (!op->choice || !(state >> (op->choice - 1) & 1)))
        op->choice = op_choice(op, 0);
}

uint32_t op_choice(const struct op *op, unsigned nth) {
    if (op->kind == OP_CHOOSE)
        return nth;
    if (op->kind != OP_SIGNAL)
        return 0;
    uint64_t waiting = op->old;
    for (; nth && waiting; nth--)
        waiting &= waiting - 1;
    return waiting ? 1 + (uint32_t)__builtin_ctzll(waiting) : 0;
}
