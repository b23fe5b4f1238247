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

// The states of its object in which it can happen so. In others it waits, or
// happens otherwise, as the kind that the row names.
enum op_when {
    WHEN_ALWAYS,
    WHEN_EXPECTED,   // memory: holds the value `arg`
    WHEN_UNEXPECTED, // does not
    WHEN_COMPARED,   // memory: compares with `arg` as wanted
    WHEN_FREE,       // mutex, rwlock: nobody has it
    WHEN_TAKEN,      // somebody does
    WHEN_UNWRITTEN,  // rwlock: no writer has it
    WHEN_WRITTEN,    // a writer has
    WHEN_UNITS,      // semaphore: has one to give
    WHEN_NO_UNITS,   // has none
    WHEN_FILLED,     // channel: has something to give, or nobody will fill it
    WHEN_EMPTY,      // has nothing yet
    WHEN_ROOM,       // channel: `arg` more fit below `arg2`, or nobody reads it
    WHEN_NO_ROOM,    // they do not
    WHEN_WAITING,    // condition: `target` is among those that wait
    WHEN_WOKEN,      // is not
};

// The enabling edges into it.
enum op_after {
    AFTER_NOTHING,
    AFTER_END,      // of the thread that it waits for
    AFTER_WAKING,   // by the condition variable at `arg`
    AFTER_ARRIVALS, // of the round `arg`
};

// What it does to its object's state.
enum op_effect {
    DOES_NOTHING,
    DOES_LOOK,      // nothing either, but its thread sees at once what is there
    DOES_WRITE,     // memory: puts `arg` there
    DOES_UPDATE,    // puts there what `update` makes of it and `arg`
    DOES_EXCHANGE,  // puts `arg2` there
    DOES_OWN,       // mutex: the thread has it
    DOES_OWN_ALONE, // rwlock: the thread has it as its writer
    DOES_CLEAR,     // nobody has it, or waits there
    DOES_ADD,       // one more: a reader, a unit, an arrival
    DOES_TAKE,      // one unit less
    DOES_LEAVE,     // one reader less
    DOES_DRAIN,     // channel: `arg` less, or as many as there are
    DOES_FILL,      // `arg` more, if anybody reads it
    DOES_PARK,   // mutex: nobody has it; condition at `addr2`: it waits there
    DOES_WAKE,   // condition: the one it chose no longer waits; a choice
    DOES_EXPIRE, // condition: `target` no longer waits
};

// What the thread gets from it.
enum op_gives {
    GIVES_NOTHING,
    GIVES_STATE,  // as it was before: a value, how many units
    GIVES_YES,    // 1
    GIVES_NO,     // 0
    GIVES_CHOICE, // one of `arg` values: a choice
    GIVES_ROUND,  // of a barrier
};

// In words (machine/op_in_words.c): %k is its name, %o and %p are its first and
// its second object, %t the other thread, %v and %n the values that it found
// and left, %u the update, %c and %a its choice and `arg`. What follows | is
// left out if the values are not known.
//
// `holds`: by how much it changes the number of locks that its thread holds.
// clang-format off
//        kind         name               object     mode     waits            when        or happens as     after     does       holds gives    in words             why it depends so
#define OPERATIONS(X)                                                                                        \
    X(READ,             "read",             MEMORY,    READS,   NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  LOOK,       0, STATE,   "%k %o| = %v",       "two reads commute") \
    X(WRITE,            "write",            MEMORY,    WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  WRITE,      0, NOTHING, "%k %o| := %n",      "the last write is what stays") \
    X(RMW,              "rmw",              MEMORY,    WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  UPDATE,     0, STATE,   "%u %o|: %v -> %n",  "reads and writes; commutes if blind (result unused) with its own class") \
    X(CAS,              "cas",              MEMORY,    WRITES,  NEVER_WAITS,     EXPECTED,   CAS_FAIL,         NOTHING,  EXCHANGE,   0, YES,     "cas %o|: %v -> %n", "a compare-exchange that succeeds writes") \
    X(CAS_FAIL,         "cas-fail",         MEMORY,    READS,   NEVER_WAITS,     UNEXPECTED, CAS,              NOTHING,  LOOK,       0, NO,      "cas %o fails|: found %v", "one that fails only reads; decided where it happens") \
    X(AWAIT,            "await",            MEMORY,    READS,   WAITS_CONTENDED, COMPARED,   ITSELF,           NOTHING,  NOTHING,    0, STATE,   "%k %o| = %v",       "a read that waits for its condition") \
    X(XAWAIT,           "exchange-await",   MEMORY,    WRITES,  WAITS_CONTENDED, COMPARED,   ITSELF,           NOTHING,  EXCHANGE,   0, STATE,   "%k %o| = %v",       "an exchange that waits for its condition") \
    X(LOCK,             "lock",             MUTEX,     WRITES,  WAITS_CONTENDED, FREE,       ITSELF,           NOTHING,  OWN,       +1, NOTHING, "%k %o",             "the order of critical sections matters") \
    X(UNLOCK,           "unlock",           MUTEX,     WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  CLEAR,     -1, NOTHING, "%k %o",             "a try-lock sees whether it happened") \
    X(TRYLOCK,          "trylock",          MUTEX,     WRITES,  NEVER_WAITS,     FREE,       TRYLOCK_FAIL,     NOTHING,  OWN,       +1, YES,     "%k %o",             "a try-lock that succeeds acquires") \
    X(TRYLOCK_FAIL,     "trylock-fail",     MUTEX,     WRITES,  NEVER_WAITS,     TAKEN,      TRYLOCK,          NOTHING,  LOOK,       0, NO,      "%k %o",             "one that fails has seen the mutex held") \
    X(WAIT,             "wait",             MUTEX,     WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  PARK,      -1, NOTHING, "%k %p, %o",         "releases the mutex and joins the waiters, in one event; acts on both objects") \
    X(AWAKE,            "awake",            MUTEX,     WRITES,  WAITS_CONTENDED, FREE,       ITSELF,           WAKING,   OWN,       +1, NOTHING, "%k %p, %o",         "takes the mutex again; the waking signal is an enabling edge, not a dependency") \
    X(SIGNAL,           "signal",           CONDITION, WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  WAKE,       0, NOTHING, "%k %o (wakes %t)",  "wakes one of those that wait: a choice") \
    X(BROADCAST,        "broadcast",        CONDITION, WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  CLEAR,      0, NOTHING, "%k %o",             "wakes all that wait") \
    X(EXPIRE,           "expire",           CONDITION, WRITES,  NEVER_WAITS,     WAITING,    EXPIRE_WOKEN,     NOTHING,  EXPIRE,     0, NO,      "%k %o",             "a timed wait is over, nobody has woken it: it leaves the waiters") \
    X(EXPIRE_WOKEN,     "expire-woken",     CONDITION, WRITES,  NEVER_WAITS,     WOKEN,      EXPIRE,           NOTHING,  LOOK,       0, YES,     "%k %o",             "a timed wait is over, somebody has woken it") \
    X(RDLOCK,           "rdlock",           RWLOCK,    READS,   WAITS_CONTENDED, UNWRITTEN,  ITSELF,           NOTHING,  ADD,       +1, NOTHING, "%k %o",             "readers commute with readers") \
    X(RDUNLOCK,         "rdunlock",         RWLOCK,    READS,   NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  LEAVE,     -1, NOTHING, "%k %o",             "readers commute with readers") \
    X(TRYRDLOCK,        "tryrdlock",        RWLOCK,    READS,   NEVER_WAITS,     UNWRITTEN,  TRYRDLOCK_FAIL,   NOTHING,  ADD,       +1, YES,     "%k %o",             "readers commute with readers") \
    X(TRYRDLOCK_FAIL,   "tryrdlock-fail",   RWLOCK,    READS,   NEVER_WAITS,     WRITTEN,    TRYRDLOCK,        NOTHING,  LOOK,       0, NO,      "%k %o",             "has seen a writer") \
    X(WRLOCK,           "wrlock",           RWLOCK,    WRITES,  WAITS_CONTENDED, FREE,       ITSELF,           NOTHING,  OWN_ALONE, +1, NOTHING, "%k %o",             "excludes readers and writers") \
    X(TRYWRLOCK,        "trywrlock",        RWLOCK,    WRITES,  NEVER_WAITS,     FREE,       TRYWRLOCK_FAIL,   NOTHING,  OWN_ALONE, +1, YES,     "%k %o",             "excludes readers and writers") \
    X(TRYWRLOCK_FAIL,   "trywrlock-fail",   RWLOCK,    WRITES,  NEVER_WAITS,     TAKEN,      TRYWRLOCK,        NOTHING,  LOOK,       0, NO,      "%k %o",             "has seen a reader or a writer") \
    X(WRUNLOCK,         "wrunlock",         RWLOCK,    WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  CLEAR,     -1, NOTHING, "%k %o",             "lets readers and writers in") \
    X(SEM_WAIT,         "sem-wait",         SEMAPHORE, WRITES,  WAITS_CONTENDED, UNITS,      ITSELF,           NOTHING,  TAKE,       0, NOTHING, "%k %o",             "who gets the last unit matters") \
    X(SEM_POST,         "sem-post",         SEMAPHORE, WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  ADD,        0, NOTHING, "%k %o",             "a waiter sees whether it happened") \
    X(SEM_TRYWAIT,      "sem-trywait",      SEMAPHORE, WRITES,  NEVER_WAITS,     UNITS,      SEM_TRYWAIT_FAIL, NOTHING,  TAKE,       0, YES,     "%k %o",             "takes a unit if there is one") \
    X(SEM_TRYWAIT_FAIL, "sem-trywait-fail", SEMAPHORE, READS,   NEVER_WAITS,     NO_UNITS,   SEM_TRYWAIT,      NOTHING,  LOOK,       0, NO,      "%k %o",             "has seen that there is none") \
    X(SEM_READ,         "sem-getvalue",     SEMAPHORE, READS,   NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  LOOK,       0, STATE,   "%k %o",             "sees how many units there are") \
    X(RECEIVE,          "receive",          SEMAPHORE, WRITES,  WAITS_CONTENDED, FILLED,     ITSELF,           NOTHING,  DRAIN,      0, STATE,   "%k %o",             "takes what there is in a channel; who is first gets it") \
    X(TRYRECEIVE,       "tryreceive",       SEMAPHORE, WRITES,  NEVER_WAITS,     FILLED,     TRYRECEIVE_FAIL,  NOTHING,  DRAIN,      0, YES,     "%k %o",             "takes what there is") \
    X(TRYRECEIVE_FAIL,  "tryreceive-fail",  SEMAPHORE, READS,   NEVER_WAITS,     EMPTY,      TRYRECEIVE,       NOTHING,  LOOK,       0, NO,      "%k %o",             "has seen that there is nothing") \
    X(SEND,             "send",             SEMAPHORE, WRITES,  WAITS_CONTENDED, ROOM,       ITSELF,           NOTHING,  FILL,       0, NOTHING, "%k %o",             "the order of what is in a channel matters") \
    X(TRYSEND,          "trysend",          SEMAPHORE, WRITES,  NEVER_WAITS,     ROOM,       TRYSEND_FAIL,     NOTHING,  FILL,       0, YES,     "%k %o",             "puts something there if there is room") \
    X(TRYSEND_FAIL,     "trysend-fail",     SEMAPHORE, READS,   NEVER_WAITS,     NO_ROOM,    TRYSEND,          NOTHING,  LOOK,       0, NO,      "%k %o",             "has seen that there is none") \
    X(ARRIVE,           "arrive",           BARRIER,   WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  ADD,        0, ROUND,   "%k %o",             "who arrives decides the round; ignores when there are exactly as many users as places") \
    X(LEAVE,            "leave",            BARRIER,   IGNORES, WAITS_ENABLED,   ALWAYS,     ITSELF,           ARRIVALS, NOTHING,    0, NOTHING, "%k %o",             "ordered after the arrivals of its round by enabling edges") \
    X(SPAWN,            "spawn",            THREAD,    IGNORES, NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  NOTHING,    0, NOTHING, "%k %t",             "enabling edge to the new thread's first event") \
    X(JOIN,             "join",             THREAD,    IGNORES, WAITS_ENABLED,   ALWAYS,     ITSELF,           END,      NOTHING,    0, NOTHING, "%k %t",             "enabling edge from the ended thread's last event") \
    X(SECTION,          "atomic",           MEMORY,    WRITES,  NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  WRITE,      0, CHOICE,  "atomic section",    "sections are ordered; which of its choices it makes is picked with it") \
    X(CHOOSE,           "choose",           NOTHING,   IGNORES, NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  NOTHING,    0, CHOICE,  "%k %c of %a",       "a value that the search picks; nobody else sees it") \
    X(FENCE,            "fence",            NOTHING,   IGNORES, NEVER_WAITS,     ALWAYS,     ITSELF,           NOTHING,  NOTHING,    0, NOTHING, "%k",                "orders what its thread does, under a weak memory; nobody else sees it")

enum op_kind {
#define X(kind, ...) OP_##kind,
    OPERATIONS(X)
#undef X
    OP_KINDS,
    OP_ITSELF = OP_KINDS
};

// Of `value` and `arg`, and as signed numbers of their size `left` and `right`.
//     operator    name    commutes with (class), what it makes of them
#define UPDATES(X)                                                                 \
    X(ADD,      "add",   ADD,  value + arg)                                         \
    X(SUB,      "sub",   ADD,  value - arg)                                         \
    X(AND,      "and",   AND,  value & arg)                                         \
    X(OR,       "or",    OR,   value | arg)                                         \
    X(XOR,      "xor",   XOR,  value ^ arg)                                         \
    X(MAX,      "max",   MAX,  left > right ? value : arg)                          \
    X(MIN,      "min",   MIN,  left < right ? value : arg)                          \
    X(UMAX,     "umax",  UMAX, value > arg ? value : arg)                           \
    X(UMIN,     "umin",  UMIN, value < arg ? value : arg)                           \
    X(NAND,     "nand",  NONE, ~(value & arg))                                      \
    X(EXCHANGE, "xchg",  NONE, arg)

// Of an await: what it found compares so with `arg`.
#define COMPARISONS(X)              \
    X(EQ,  "==", value == arg)       \
    X(NE,  "!=", value != arg)       \
    X(SLT, "<",  left < right)       \
    X(SLE, "<=", left <= right)      \
    X(SGT, ">",  left > right)       \
    X(SGE, ">=", left >= right)      \
    X(ULT, "<",  value < arg)        \
    X(ULE, "<=", value <= arg)       \
    X(UGT, ">",  value > arg)        \
    X(UGE, ">=", value >= arg)

// Memory orders: what the model format calls them, and what they are.
//    order      name    acquires releases
#define MEMORY_ORDERS(X)                  \
    X(SEQ_CST,  "sc",   true,    true)     \
    X(RELAXED,  "rlx",  false,   false)    \
    X(ACQUIRE,  "acq",  true,    false)    \
    X(RELEASE,  "rel",  false,   true)     \
    X(ACQ_REL,  "ar",   true,    true)
// clang-format on

enum op_order {
#define X(order, ...) ORDER_##order,
    MEMORY_ORDERS(X)
#undef X
        ORDERS
};

enum rmw {
#define X(operator_, ...) RMW_##operator_,
    UPDATES(X)
#undef X
        RMW_NONE
};

enum comparison {
#define X(comparison, ...) CMP_##comparison,
    COMPARISONS(X)
#undef X
        COMPARISON_KINDS
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
    // Of execution graphs: no atomic access. Who reads from it acquires nothing,
    // and it may be in a data race.
    OP_PLAIN = 64,
    // It acts on what stands for a synchronisation object, or on what a library
    // keeps for all threads: no memory of the program, and nobody ever finds
    // there what is no longer so.
    OP_OF_OBJECT = 128,
};

// The state of a hashed operation's bytes after something has changed part of
// them. A compare-exchange is taken to succeed there: as a write it depends on
// more.
enum { OP_UNKNOWN = 0 };

// The word of a channel.
#define OP_CHANNEL_WRITER (1ull << 40) // one who could fill it
#define OP_CHANNEL_READER (1ull << 52) // one who could read it
static inline uint64_t op_channel_count(uint64_t state) {
    return state & (OP_CHANNEL_WRITER - 1);
}
static inline uint64_t op_channel_writers(uint64_t state) {
    return state / OP_CHANNEL_WRITER % (OP_CHANNEL_READER / OP_CHANNEL_WRITER);
}
static inline uint64_t op_channel_readers(uint64_t state) {
    return state / OP_CHANNEL_READER;
}

// The label of an event, and what is needed to decide it anew elsewhere.
// Plain data. `old` is the state of the object just before the operation:
//   memory     the aligned 8-byte word around addr, or its hash (OP_HASHED)
//   mutex      0, or 1 + the owner
//   condition  the set of waiting threads, as bits
//   rwlock     1 + the writer in the upper half, readers in the lower half
//   semaphore  its value;  barrier  how many arrivals so far
//   channel    how much is in it, who could fill it and who could read it
//              (OP_CHANNEL_*): pipes and the like
struct op {
    uint8_t kind;    // enum op_kind
    uint8_t mode;    // enum op_mode, for [addr, addr+size)
    uint8_t update;  // enum rmw
    uint8_t compare; // enum comparison
    uint8_t flags;   // enum op_flag
    uint8_t order;   // enum op_order, of memory and fences
    uint8_t order2;  // of a compare-exchange that fails
    uint32_t size;   // bytes; 1 for synchronisation objects
    uint32_t choice; // signal: 1 + whom it wakes, 0 nobody; choose: the value
    uint32_t target; // spawn, join: the other thread; expire: who waited
    uint32_t site;   // where in the program; the machine knows what it means
    uint64_t addr;   // what it acts on
    uint64_t addr2;  // wait: the condition variable, 0 for all others
    uint64_t arg;    // written value, operand, expected or compared value,
                     // barrier: the round; awake: the condition variable;
                     // choose: how many alternatives; channel: how much
    uint64_t arg2;   // compare-exchange, exchange-await: the new value;
                     // await: the bits that are compared, 0 for all;
                     // spawn, join: how many had the thread's number before
    uint64_t old;
    uint64_t joined; // threads, as bits, whose ends its thread has waited for
                     // since its last event, where that is no event of its own
};

_Static_assert(OP_KINDS <= UINT8_MAX && COMPARISON_KINDS <= UINT8_MAX,
               "they fit their bytes");
_Static_assert(OP_COMMUTES + RMW_NONE <= UINT8_MAX,
               "so do the classes of updates");
_Static_assert(sizeof(struct op) == 24 + 6 * sizeof(uint64_t),
               "no bytes but those");

// A row of OPERATIONS.
struct op_row {
    const char *name, *words;
    uint8_t object;    // enum op_object
    uint8_t mode;      // enum op_mode
    uint8_t blocking;  // enum op_blocking
    uint8_t when;      // enum op_when
    uint8_t otherwise; // enum op_kind, or OP_ITSELF
    uint8_t after;     // enum op_after
    uint8_t effect;    // enum op_effect
    int8_t holds;
    uint8_t gives; // enum op_gives
    // What follows from the others, for those in a hurry.
    bool decided; // how it happens is decided by the state of its object
    bool chooses; // it may happen in several ways
};
extern const struct op_row op_rows[OP_KINDS];
// Debug. Invariant of the table: what happens otherwise does so on the same
// object, and the other way round; who may have to wait for a state names it,
// and who waits for what stays has an enabling edge.
bool op_rows_are_sound(void);

static inline const char *op_name(enum op_kind kind) {
    return op_rows[kind].name;
}

static inline enum op_object op_object(enum op_kind kind) {
    return (enum op_object)op_rows[kind].object;
}

static inline enum op_blocking op_blocking(enum op_kind kind) {
    return (enum op_blocking)op_rows[kind].blocking;
}

static inline enum op_after op_after(const struct op *op) {
    return (enum op_after)op_rows[op->kind].after;
}

static inline bool op_is_await(const struct op *op) {
    return op_rows[op->kind].when == WHEN_COMPARED;
}

// Does what it depends on differ with how it happens? A compare-exchange or
// try-wait reads when it fails and writes when it does not.
static inline bool op_varies(const struct op *op) {
    const struct op_row *row = &op_rows[op->kind];
    return row->otherwise != OP_ITSELF &&
           row->mode != op_rows[row->otherwise].mode;
}

const char *op_update_name(enum rmw update);
const char *op_order_name(enum op_order order);
const char *op_comparison_symbol(enum comparison comparison);

// The mode of an operation with flags.
uint8_t op_flagged_mode(const struct op *op);

// Fill in `mode` from kind, update and flags.
static inline void op_set_mode(struct op *op) {
    op->mode = op->flags ? op_flagged_mode(op) : op_rows[op->kind].mode;
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
static inline bool op_is_decided_by_state(const struct op *op) {
    return op_rows[op->kind].decided;
}
void op_decide(struct op *op, uint64_t state);

// Synchronisation of what is no memory: does what its thread has done before it
// happen before what others do after an operation on the same object that
// acquires? A lock releases nothing, and who fails acquires nothing.
bool op_releases(const struct op *op);
bool op_acquires(const struct op *op);

// How many ways it can happen, and their `choice` values in order.
unsigned op_several_choices(const struct op *op);
uint32_t op_nth_choice(const struct op *op, unsigned nth);
static inline unsigned op_choices(const struct op *op) {
    return op_rows[op->kind].chooses ? op_several_choices(op) : 1;
}
static inline uint32_t op_choice(const struct op *op, unsigned nth) {
    return op_rows[op->kind].chooses ? op_nth_choice(op, nth) : 0;
}

// Does it access memory of the program, where it may find an older value under
// a weak memory?
static inline bool op_is_access(const struct op *op) {
    return op_rows[op->kind].object == ON_MEMORY &&
           !(op->flags & OP_OF_OBJECT);
}

// Does an access to memory read, and does one that was decided write? An await
// whose condition is false does not.
static inline bool op_reads_memory(const struct op *op) {
    return op_is_access(op) && op_rows[op->kind].effect != DOES_WRITE;
}
static inline bool op_writes_memory(const struct op *op) {
    return op_is_access(op) && op_rows[op->kind].effect > DOES_LOOK &&
           op_enabled(op, op->old);
}

// The value that a memory operation finds, given the word around it.
uint64_t op_value(const struct op *op, uint64_t word);
// The value that it leaves behind when it finds `value`.
uint64_t op_result(const struct op *op, uint64_t value);

#endif
