// SPDX-License-Identifier: Apache-2.0
// A program that can be run one visible operation at a time and sent back.
//
// Between steps every living thread has a known *pending* operation that has
// not happened yet: how it would happen now (would the compare-exchange
// succeed, whom would the signal wake) can be read off before it does.
//
// A machine is deterministic: from the start, the same steps lead to the same
// state, with the same operations on the way. Threads and addresses have the
// same numbers in every schedule.
//
// machine_goto is the only way back. How it goes back, by undoing or by
// replaying from the start, is the machine's own affair.

#ifndef MAZURKA_MACHINE_MACHINE_H
#define MAZURKA_MACHINE_MACHINE_H

#include "base/fault.h"
#include "machine/limit.h"
#include "op/finding.h"
#include "op/op.h"
#include "machine/state_hash.h"

#include <stddef.h>
#include <stdint.h>

// One element of a schedule. What is written to a file or sent to another
// process has no numbers of threads, but their spawn paths
// (explore/trace/portable_schedule.h).
struct step {
    uint32_t thread;
    uint32_t choice; // which alternative of its operation (op_choice)
};

// Of a machine that `graphs`, the choice of an operation on memory says what it
// reads from, or after which write it goes in modification order (an update:
// both): one that an earlier step made, or the initial one. `newest`: nothing
// that stands there is newer, so that it is what memory holds, or will hold.
enum { INITIAL_WRITE = UINT32_MAX }; // instead of a step's position
static inline uint32_t graph_choice(uint32_t write, bool newest) {
    return 2 * (write + 1) + !newest;
}
static inline uint32_t graph_choice_write(uint32_t choice) {
    return choice / 2 - 1;
}
static inline bool graph_choice_newest(uint32_t choice) {
    return !(choice & 1);
}

// With the terminating 0. Longer names are shortened so that they still differ.
enum { MACHINE_THREAD_NAME = 64 };

enum thread_status {
    THREAD_UNBORN,
    THREAD_ALIVE,
    THREAD_ENDED,
    THREAD_STUCK, // at a false assume: will never move, end or be joined
    THREAD_CUT,   // at the bound of a loop or another limit: the same
    THREAD_SPINS, // after a round of a loop that changed nothing: the same
};

// Where in the source something happens.
_Static_assert(sizeof(struct step) == 8, "files and processes exchange them");

struct place {
    const char *file, *function; // function may be NULL
    unsigned line;
    // The text of the line, and what is accessed or called there, with its
    // type; NULL or "": not known.
    const char *source, *expression, *type;
};

// What a thread does within a step besides its operation, in the order in which
// it happens. For who explains an execution: only machines that are told to
// record have it.
enum recorded_kind {
    RECORDED_READ,  // plain accesses
    RECORDED_WRITE,
    RECORDED_FREED, // a block
    RECORDED_PRINTED,
};

struct recorded {
    enum recorded_kind kind;
    uint32_t thread; // who may have been born in this step
    uint32_t site;
    uint32_t calls; // see machine_calls
    uint64_t addr, size;
    bool known;             // the values are: at most 8 bytes
    uint64_t before, after; // what was there, and what is then
    char *text;             // printed: the bytes, with a 0 behind them
    size_t length;
};

// Which operations are no steps, but parts of the steps before them.
enum hiding {
    HIDES_NOTHING,
    // Joins: a thread that waits for another's end goes on within the step in
    // which that ends, or in its own if it has ended before.
    HIDES_JOINS,
    // And what a thread does to that on which only it has ever acted so far.
    HIDES_OWN,
};

// So many operations in a row that were hidden.
struct hidden {
    uint32_t thread, count;
};

struct machine;

struct machine_class {
    const struct op *(*pending)(struct machine *, unsigned thread);
    bool (*enabled)(struct machine *, unsigned thread);
    void (*step)(struct machine *, struct step);
    void (*go_to)(struct machine *, const struct step *, size_t count);
    enum thread_status (*status)(struct machine *, unsigned thread);
    const char *(*thread_name)(struct machine *, unsigned thread);
    struct place (*place)(struct machine *, uint32_t site);
    // Optional: see machine_chosen.
    const struct op *(*chosen)(struct machine *, struct step);
    // Of a thread that is THREAD_CUT or THREAD_SPINS: the site of the loop, or
    // where the limit was met. NULL in a machine where none ever is, like the
    // next three.
    uint32_t (*loop_at)(struct machine *, unsigned thread);
    enum limit (*limit_of)(struct machine *, unsigned thread); // THREAD_CUT
    // Of one that is THREAD_SPINS, or waits with OP_ASSUMED: so many of its last
    // operations are its last round of a loop, which has changed nothing; if
    // they find the same again, it comes to the same place again. Or
    // MACHINE_SILENT; MACHINE_NOT_REPEATED: not known.
    uint32_t (*repeated)(struct machine *, unsigned thread);
    // Does it come there again, in the state that the machine is in?
    bool (*repeats)(struct machine *, unsigned thread);
    // What the program calls the object at `addr`, on which `op` acts.
    void (*object_name)(struct machine *, const struct op *op, uint64_t addr,
                        char *name, size_t room);
    // Where one thread can have another's number. NULL: nobody was that.
    const char *(*holder_name)(struct machine *, unsigned thread,
                               uint64_t holder);
    void (*number)(struct machine *, unsigned creator, unsigned number);
    // Optional: see machine_state and machine_state_bytes.
    bool (*state)(struct machine *, struct state *out);
    const void *(*state_bytes)(struct machine *, size_t *size);
    // Optional: see machine_hide and machine_hidden_in.
    void (*hide)(struct machine *, enum hiding);
    const struct hidden *(*hidden_in)(struct machine *, size_t step,
                                      size_t *count);
    // Optional: see machine_recorded and machine_value.
    const struct recorded *(*recorded)(struct machine *, size_t *count);
    void (*value)(struct machine *, uint32_t site, uint64_t value,
                  uint64_t size, char *text, size_t room);
    // Optional: see machine_calls.
    uint32_t (*calls)(struct machine *, unsigned thread);
    void (*calls_text)(struct machine *, uint32_t calls, char *text,
                       size_t room);
    void (*destroy)(struct machine *);
};

#define MACHINE_NOT_REPEATED UINT32_MAX
#define MACHINE_SILENT (UINT32_MAX - 1) // no operation is part of the round

// What went wrong in one step.
enum { MOST_MISHAPS = 8 };
struct mishaps {
    unsigned count;
    struct mishap at[MOST_MISHAPS];
};

struct machine {
    const struct machine_class *class;
    unsigned threads;     // numbers 0 … threads-1 are in use, at most 64
    uint64_t living;      // as bits: who is born and has not ended
    struct mishaps mishaps; // of the last step, or of the start
    uint64_t ignored; // kinds of findings of which nothing is told
    // To be said at the start: what operations on memory read, and where they
    // go in modification order, is chosen with each step (graph_choice). They
    // depend on nothing else, and memory holds what comes last in that order;
    // an await whose condition is false there is a step, and its thread's last.
    bool graphs;
    // For the search of data races. Does whoever runs it let updates that
    // commute happen in one order only? To be changed at the start.
    bool reorders;
    bool in_order; // no more: updates conflict, whatever their relation says
    // If it does: data races of the last step are only suspected. There is one in
    // this execution or in one with the same events in another order, if in
    // any; `rival` is the thread of the earlier access.
    bool suspected;
    unsigned rival;
    // Times that states have come to tell more: who is the same from now on was
    // not necessarily told to be so before (native/races/race_rivals.h).
    uint64_t tells_more;
    uint64_t replayed; // steps taken again by machine_goto
    size_t kept; // for machine_goto: so many first steps are as they were taken
    bool refused; // met something that cannot be checked: the search ends
    bool ended;   // the whole program has ended: who still waits is no deadlock
    bool met;     // see machine_hide
    enum limit bound; // for which not all that it could do is ever offered
    bool lasting; // did something that going back does not undo
    uint64_t hidden;     // operations that were hidden, in all
    uint64_t hidden_own; // those of them that are no joins
    uint64_t hidden_now; // in the execution that has led to where it is
};

// The next visible operation of a thread as it would happen now, or NULL if it
// has none. Valid until the machine moves.
static inline const struct op *machine_pending(struct machine *m,
                                               unsigned thread) {
    return m->class->pending(m, thread);
}

// The same if it happens with this choice, for a machine that `graphs`.
static inline const struct op *machine_chosen(struct machine *m,
                                              struct step step) {
    return m->graphs ? m->class->chosen(m, step)
                     : machine_pending(m, step.thread);
}

static inline bool machine_enabled(struct machine *m, unsigned thread) {
    return m->class->enabled(m, thread);
}

// At the start: of the threads that `creator` will create and that have no
// number yet, the first gets this one, if it is nobody's; as another process has
// numbered them. Needed by machines that number threads when they first see
// them, and optional for others.
static inline void machine_number(struct machine *m, unsigned creator,
                                  unsigned number) {
    if (m->class->number)
        m->class->number(m, creator, number);
}

// Let it happen; it must be enabled, and the choice one that it offers.
static inline void machine_step(struct machine *m, struct step step) {
    expensive(step.thread < m->threads && m->living >> step.thread & 1);
    m->mishaps.count = 0;
    m->suspected = false;
    m->class->step(m, step);
}

// For machines: something went wrong in the step that is being taken.
static inline void machine_tell(struct machine *m,
                                const struct mishap *mishap) {
    require(mishap->kind > NO_FINDING && mishap->kind < FINDING_KINDS);
    if (m->ignored & finding_bit(mishap->kind))
        return;
    if (m->mishaps.count < MOST_MISHAPS)
        m->mishaps.at[m->mishaps.count++] = *mishap;
}

// Of the first mishap of the last step; NO_FINDING: there was none.
static inline enum finding_kind machine_mishap_kind(const struct machine *m) {
    return m->mishaps.count ? m->mishaps.at[0].kind : NO_FINDING;
}

static inline bool mishaps_have(const struct mishaps *all,
                                const struct mishap *one) {
    bool have = false;
    for (unsigned i = 0; i < all->count; i++)
        have |= mishap_same(&all->at[i], one);
    return have;
}

// Said at the start: these kinds do not count. What the machine has told before
// is told again, without them.
static inline void machine_ignore(struct machine *m, uint64_t kinds) {
    struct mishaps told = m->mishaps;
    m->mishaps.count = 0;
    m->ignored = kinds;
    for (unsigned i = 0; i < told.count; i++)
        machine_tell(m, &told.at[i]);
}

// To the state after exactly these steps from the start.
static inline void machine_goto(struct machine *m, const struct step *steps,
                                size_t count) {
    m->class->go_to(m, steps, count);
}

// The same for one who knows that the first `kept` steps are those that were
// taken: they need not be compared, so that going back a little from a long
// execution costs little.
static inline void machine_goto_keeping(struct machine *m,
                                        const struct step *steps, size_t count,
                                        size_t kept) {
    require(kept <= count);
    m->kept = kept;
    m->class->go_to(m, steps, count);
    m->kept = 0;
}

static inline bool step_equals(struct step a, struct step b) {
    return a.thread == b.thread && a.choice == b.choice;
}

static inline enum thread_status machine_status(struct machine *m,
                                                unsigned thread) {
    return m->class->status(m, thread);
}

static inline const char *machine_thread_name(struct machine *m,
                                              unsigned thread) {
    return m->class->thread_name(m, thread);
}

static inline struct place machine_place(struct machine *m, uint32_t site) {
    return m->class->place(m, site);
}

static inline uint32_t machine_loop_at(struct machine *m, unsigned thread) {
    require(m->class->loop_at); // else no thread is where it would be asked
    return m->class->loop_at(m, thread);
}

static inline enum limit machine_limit_of(struct machine *m, unsigned thread) {
    require(m->class->limit_of);
    return m->class->limit_of(m, thread);
}

static inline uint32_t machine_repeated(struct machine *m, unsigned thread) {
    return m->class->repeated(m, thread);
}

static inline bool machine_repeats(struct machine *m, unsigned thread) {
    return m->class->repeats(m, thread);
}

// The name of the one who had a thread's number after so many others, in the
// execution that has led to where the machine is.
static inline const char *machine_holder_name(struct machine *m,
                                              unsigned thread,
                                              uint64_t holder) {
    const char *name = m->class->holder_name
                           ? m->class->holder_name(m, thread, holder)
                           : NULL;
    return name ? name : machine_thread_name(m, thread);
}

// What an operation is, in the words of the program.
void machine_describe(struct machine *m, const struct op *op, char *text,
                      size_t room);

// The state that the machine is in (state.h). False: it cannot tell, and the
// state has to be taken for one that was never seen before.
static inline bool machine_state(struct machine *m, struct state *out) {
    return m->class->state && m->class->state(m, out);
}

// For debugging: the state itself, of which machine_state is a hash. Two states
// are equal iff these bytes are. Valid until the machine moves or is asked
// again; NULL if there is no such thing.
static inline const void *machine_state_bytes(struct machine *m, size_t *size) {
    return m->class->state_bytes ? m->class->state_bytes(m, size) : NULL;
}

// Which operations are *hidden* from now on. To be said at the start, or while
// none was hidden yet of those that no longer are. Whether one is hidden does
// not change until this is said again; when two threads have `met` where
// operations were hidden, they are steps after that.
static inline void machine_hide(struct machine *m, enum hiding hiding) {
    if (m->class->hide)
        m->class->hide(m, hiding);
}

// Which operations are a part of this step, of those that led to where the
// machine is, in their order. Valid until it moves.
static inline const struct hidden *
machine_hidden_in(struct machine *m, size_t step, size_t *count) {
    *count = 0;
    return m->class->hidden_in ? m->class->hidden_in(m, step, count) : NULL;
}

// What was recorded in the last step; at the start: before the first one. Valid
// until the machine moves.
static inline const struct recorded *machine_recorded(struct machine *m,
                                                      size_t *count) {
    *count = 0;
    return m->class->recorded ? m->class->recorded(m, count) : NULL;
}

// By which calls a thread came to the operation that it is to do next, the one
// of the last step to that (MACHINE_LAST_STEP), or it to where something went
// wrong in that step (MACHINE_LAST_MISHAP): a number, for who asks for
// its text, "push ← worker g.c:22". 0: not known. Recorded as the above.
#define MACHINE_LAST_STEP UINT32_MAX
#define MACHINE_LAST_MISHAP (UINT32_MAX - 1)
static inline uint32_t machine_calls(struct machine *m, unsigned thread) {
    return m->class->calls ? m->class->calls(m, thread) : 0;
}

static inline void machine_calls_text(struct machine *m, uint32_t calls,
                                      char *text, size_t room) {
    text[0] = '\0';
    if (calls && m->class->calls_text)
        m->class->calls_text(m, calls, text, room);
}

// A value that is found at a place of the source, in the program's terms.
void machine_value(struct machine *m, uint32_t site, uint64_t value,
                   uint64_t size, char *text, size_t room);

static inline void machine_destroy(struct machine *m) {
    if (m)
        m->class->destroy(m);
}

#endif
