// SPDX-License-Identifier: Apache-2.0
// Visible operations, and the one dependency relation over them.
//
// A *visible operation* is what a thread does to something that another thread
// can see. A *step* is one visible operation and all the local code after it,
// up to the thread's next one. An *event* is a step that happened: it is named
// by its thread and its index in that thread, and labelled by its operation.
//
// Assume, assert, local computation and the end of a thread are no operations:
// they belong to the step before them. (A thread's end is seen by `join` only,
// and `join` is ordered after the thread's last event by an enabling edge.)
//
// Two operations of different threads depend on each other iff the byte ranges
// they act on overlap and their *modes* conflict:
//
//                 none   reads  writes  commutes
//      none        .       .      .        .
//      reads       .       .      x        x
//      writes      .       x      x        x
//      commutes    .       x      x        x, unless of one class and one range
//
// Each kind of operation is one row of OPERATIONS below; its mode, and why.
// Synchronisation objects have addresses too, so one rule serves them all.
// Some orders are no dependencies but *enabling edges*, which no search can
// reverse: create → first event, last event → join (or what the thread does
// after it, see `joined`), waking signal → awake, arrivals → leave. They are
// drawn in explore/trace/trace.c.

#ifndef MAZURKA_OP_OP_H
#define MAZURKA_OP_OP_H

#include <stdbool.h>
#include <stdint.h>

// How an operation acts on its bytes. Values from OP_COMMUTES on are the
// classes of commuting updates (OP_COMMUTES + enum rmw of the class).
enum op_mode { OP_IGNORES, OP_READS, OP_WRITES, OP_COMMUTES };

// What an operation acts on.
enum op_object {
    ON_MEMORY,
    ON_MUTEX,
    ON_CONDITION,
    ON_RWLOCK,
    ON_SEMAPHORE,
    ON_BARRIER,
    ON_THREAD,
    ON_NOTHING,
};

// When an operation may have to wait.
//   contended: what it waits for can come and go, so that it can also happen
//              earlier or never: its races follow the blocking rule (race.h)
//   enabled:   what it waits for, once there, stays: it never races
enum op_blocking { NEVER_WAITS, WAITS_CONTENDED, WAITS_ENABLED };

// clang-format off
//        kind          name         object        mode        waits            why
#define OPERATIONS(X)                                                                                        \
    X(READ,         "read",         ON_MEMORY,    OP_READS,   NEVER_WAITS,     "two reads commute")            \
    X(WRITE,        "write",        ON_MEMORY,    OP_WRITES,  NEVER_WAITS,     "the last write is what stays") \
    X(RMW,          "rmw",          ON_MEMORY,    OP_WRITES,  NEVER_WAITS,     "reads and writes; commutes if blind (result unused) with its own class") \
    X(CAS,          "cas",          ON_MEMORY,    OP_WRITES,  NEVER_WAITS,     "a compare-exchange that succeeds writes") \
    X(CAS_FAIL,     "cas-fail",     ON_MEMORY,    OP_READS,   NEVER_WAITS,     "one that fails only reads; decided where it happens") \
    X(AWAIT,        "await",        ON_MEMORY,    OP_READS,   WAITS_CONTENDED, "a read that waits for its condition") \
    X(XAWAIT,       "exchange-await",ON_MEMORY,   OP_WRITES,  WAITS_CONTENDED, "an exchange that waits for its condition") \
    X(LOCK,         "lock",         ON_MUTEX,     OP_WRITES,  WAITS_CONTENDED, "the order of critical sections matters") \
    X(UNLOCK,       "unlock",       ON_MUTEX,     OP_WRITES,  NEVER_WAITS,     "a try-lock sees whether it happened") \
    X(TRYLOCK,      "trylock",      ON_MUTEX,     OP_WRITES,  NEVER_WAITS,     "a try-lock that succeeds acquires") \
    X(TRYLOCK_FAIL, "trylock-fail", ON_MUTEX,     OP_WRITES,  NEVER_WAITS,     "one that fails has seen the mutex held") \
    X(WAIT,         "wait",         ON_MUTEX,     OP_WRITES,  NEVER_WAITS,     "releases the mutex and joins the waiters, in one event; acts on both objects") \
    X(AWAKE,        "awake",        ON_MUTEX,     OP_WRITES,  WAITS_CONTENDED, "takes the mutex again; the waking signal is an enabling edge, not a dependency") \
    X(SIGNAL,       "signal",       ON_CONDITION, OP_WRITES,  NEVER_WAITS,     "wakes one of those that wait: a choice") \
    X(BROADCAST,    "broadcast",    ON_CONDITION, OP_WRITES,  NEVER_WAITS,     "wakes all that wait")          \
    X(EXPIRE,       "expire",       ON_CONDITION, OP_WRITES,  NEVER_WAITS,     "a timed wait is over, nobody has woken it: it leaves the waiters") \
    X(EXPIRE_WOKEN, "expire-woken", ON_CONDITION, OP_WRITES,  NEVER_WAITS,     "a timed wait is over, somebody has woken it") \
    X(RDLOCK,       "rdlock",       ON_RWLOCK,    OP_READS,   WAITS_CONTENDED, "readers commute with readers")  \
    X(RDUNLOCK,     "rdunlock",     ON_RWLOCK,    OP_READS,   NEVER_WAITS,     "readers commute with readers")  \
    X(TRYRDLOCK,    "tryrdlock",    ON_RWLOCK,    OP_READS,   NEVER_WAITS,     "readers commute with readers")  \
    X(TRYRDLOCK_FAIL,"tryrdlock-fail",ON_RWLOCK,  OP_READS,   NEVER_WAITS,     "has seen a writer")             \
    X(WRLOCK,       "wrlock",       ON_RWLOCK,    OP_WRITES,  WAITS_CONTENDED, "excludes readers and writers")  \
    X(TRYWRLOCK,    "trywrlock",    ON_RWLOCK,    OP_WRITES,  NEVER_WAITS,     "excludes readers and writers")  \
    X(TRYWRLOCK_FAIL,"trywrlock-fail",ON_RWLOCK,  OP_WRITES,  NEVER_WAITS,     "has seen a reader or a writer") \
    X(WRUNLOCK,     "wrunlock",     ON_RWLOCK,    OP_WRITES,  NEVER_WAITS,     "lets readers and writers in")   \
    X(SEM_WAIT,     "sem-wait",     ON_SEMAPHORE, OP_WRITES,  WAITS_CONTENDED, "who gets the last unit matters") \
    X(SEM_POST,     "sem-post",     ON_SEMAPHORE, OP_WRITES,  NEVER_WAITS,     "a waiter sees whether it happened") \
    X(SEM_TRYWAIT,  "sem-trywait",  ON_SEMAPHORE, OP_WRITES,  NEVER_WAITS,     "takes a unit if there is one")  \
    X(SEM_TRYWAIT_FAIL,"sem-trywait-fail",ON_SEMAPHORE,OP_READS,NEVER_WAITS,   "has seen that there is none")   \
    X(SEM_READ,     "sem-getvalue", ON_SEMAPHORE, OP_READS,   NEVER_WAITS,     "sees how many units there are") \
    X(ARRIVE,       "arrive",       ON_BARRIER,   OP_WRITES,  NEVER_WAITS,     "who arrives decides the round; ignores when there are exactly as many users as places") \
    X(LEAVE,        "leave",        ON_BARRIER,   OP_IGNORES, WAITS_ENABLED,   "ordered after the arrivals of its round by enabling edges") \
    X(SPAWN,        "spawn",        ON_THREAD,    OP_IGNORES, NEVER_WAITS,     "enabling edge to the new thread's first event") \
    X(JOIN,         "join",         ON_THREAD,    OP_IGNORES, WAITS_ENABLED,   "enabling edge from the ended thread's last event") \
    X(CHOOSE,       "choose",       ON_NOTHING,   OP_IGNORES, NEVER_WAITS,     "a value that the search picks; nobody else sees it")

enum op_kind {
#define X(kind, ...) OP_##kind,
    OPERATIONS(X)
#undef X
    OP_KINDS
};

//       operator  name    commutes with (class)
#define UPDATES(X)                  \
    X(ADD,      "add",   ADD)        \
    X(SUB,      "sub",   ADD)        \
    X(AND,      "and",   AND)        \
    X(OR,       "or",    OR)         \
    X(XOR,      "xor",   XOR)        \
    X(MAX,      "max",   MAX)        \
    X(MIN,      "min",   MIN)        \
    X(UMAX,     "umax",  UMAX)       \
    X(UMIN,     "umin",  UMIN)       \
    X(NAND,     "nand",  NONE)       \
    X(EXCHANGE, "xchg",  NONE)
// clang-format on

enum rmw {
#define X(operator_, ...) RMW_##operator_,
    UPDATES(X)
#undef X
    RMW_NONE
};

// The comparison of an await: value OP operand (signed unless U).
enum comparison {
    CMP_EQ,
    CMP_NE,
    CMP_LT,
    CMP_LE,
    CMP_GT,
    CMP_GE,
    CMP_ULT,
    CMP_ULE,
    CMP_UGT,
    CMP_UGE,
};

enum op_flag {
    OP_BLIND = 1,             // update whose result is unused: may commute
    OP_FAILED_CAS_WRITES = 2, // in this search a failed compare-exchange is W
    OP_READERS_CONFLICT = 4, // in this search reader-side lock operations are W
    OP_OPAQUE = 8, // a write of which only the place is known beforehand
    // An await that stands for an assumption: that it waits for ever means no
    // more than that the assumption is false.
    OP_ASSUMED = 16,
    // Its bytes do not fit into a word: its values (old, arg, arg2) are hashes
    // of all of them, never OP_UNKNOWN.
    OP_HASHED = 32,
};

// The state of a hashed operation's bytes after something has changed part of
// them. A compare-exchange is taken to succeed there: as a write it depends on
// more.
enum { OP_UNKNOWN = 0 };

// The label of an event, and what is needed to decide it anew elsewhere.
// Plain data. `old` is the state of the object just before the operation:
//   memory     the aligned 8-byte word around addr, or its hash (OP_HASHED)
//   mutex      0, or 1 + the owner
//   condition  the set of waiting threads, as bits
//   rwlock     1 + the writer in the upper half, readers in the lower half
//   semaphore  its value;  barrier  how many arrivals so far
struct op {
    uint8_t kind;    // enum op_kind
    uint8_t mode;    // enum op_mode, for [addr, addr+size)
    uint8_t update;  // enum rmw
    uint8_t compare; // enum comparison
    uint8_t flags;   // enum op_flag
    uint32_t size;   // bytes; 1 for synchronisation objects
    uint32_t choice; // signal: 1 + whom it wakes, 0 nobody; choose: the value
    uint32_t target; // spawn, join: the other thread; expire: who waited
    uint32_t site;   // where in the program; the machine knows what it means
    uint64_t addr;   // what it acts on
    uint64_t addr2;  // wait: the condition variable, 0 for all others
    uint64_t arg;    // written value, operand, expected or compared value,
                     // barrier: the round; awake: the condition variable;
                     // choose: how many alternatives
    uint64_t arg2;   // compare-exchange, exchange-await: the new value;
                     // await: the bits that are compared, 0 for all
    uint64_t old;
    uint64_t joined; // threads, as bits, whose ends its thread has waited for
                     // since its last event, where that is no event of its own
};

// A row of OPERATIONS.
struct op_row {
    const char *name;
    enum op_object object;
    enum op_mode mode;
    enum op_blocking blocking;
    const char *reason; // why it depends as it does
};
extern const struct op_row op_rows[OP_KINDS];

static inline const char *op_name(enum op_kind kind) {
    return op_rows[kind].name;
}

static inline enum op_object op_object(enum op_kind kind) {
    return op_rows[kind].object;
}

static inline enum op_blocking op_blocking(enum op_kind kind) {
    return op_rows[kind].blocking;
}

const char *op_update_name(enum rmw update);

// The mode of an operation with flags.
uint8_t op_flagged_mode(const struct op *op);

// Fill in `mode` from kind, update and flags.
static inline void op_set_mode(struct op *op) {
    op->mode =
        op->flags ? op_flagged_mode(op) : (uint8_t)op_rows[op->kind].mode;
}

// Do the modes of two overlapping operations conflict? (The table above.)
__attribute__((always_inline)) static inline bool
op_modes_conflict(const struct op *a, const struct op *b) {
    if (a->mode == OP_IGNORES || b->mode == OP_IGNORES)
        return false;
    if (a->mode == OP_READS && b->mode == OP_READS)
        return false;
    if (a->mode >= OP_COMMUTES && a->mode == b->mode)
        return a->addr != b->addr || a->size != b->size;
    return true;
}

// Does `op` act on the object at `addr`, in a way that conflicts with a write?
static inline bool op_acts_on(const struct op *op, uint64_t addr) {
    return (op->mode != OP_IGNORES && op->addr <= addr &&
            addr < op->addr + op->size) ||
           op->addr2 == addr;
}

// Do two operations of different threads depend on each other?
__attribute__((always_inline)) static inline bool
op_depends(const struct op *a, const struct op *b) {
    if (a->addr < b->addr + b->size && b->addr < a->addr + a->size &&
        op_modes_conflict(a, b))
        return true;
    return (a->addr2 && op_acts_on(b, a->addr2)) ||
           (b->addr2 && op_acts_on(a, b->addr2));
}

// Can `writer` hide from `reader` everything that came before it? Then every
// earlier operation that depends on `reader` happens before `writer`.
bool op_shadows(const struct op *writer, const struct op *reader);

// The object of `of` in the states around an event (`event`, by `thread`) that
// may or may not act on it.
uint64_t op_state_after(const struct op *of, const struct op *event,
                        unsigned thread, uint64_t before);
uint64_t op_state_before(const struct op *of, const struct op *event,
                         unsigned thread, uint64_t after);
// Does the event change that object at all?
bool op_changes(const struct op *of, const struct op *event);

// Could `op` happen when its object is in this state? (Its enabling edges are
// taken to be satisfied.)
bool op_enabled(const struct op *op, uint64_t state);

// Is how it happens (whether a compare-exchange or try-lock succeeds, whom a
// signal can wake) decided by the state of its object? Then decide it anew.
bool op_is_decided_by_state(const struct op *op);
void op_decide(struct op *op, uint64_t state);

// How many ways it can happen, and their `choice` values in order.
static inline unsigned op_choices(const struct op *op) {
    if (op->kind == OP_SIGNAL && op->old)
        return (unsigned)__builtin_popcountll(op->old);
    if (op->kind == OP_CHOOSE)
        return (unsigned)op->arg;
    return 1;
}
uint32_t op_choice(const struct op *op, unsigned nth);

// The value that a memory operation finds, given the word around it.
uint64_t op_value(const struct op *op, uint64_t word);
// The value that it leaves behind when it finds `value`.
uint64_t op_result(const struct op *op, uint64_t value);

#endif
