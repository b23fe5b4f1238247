// SPDX-License-Identifier: Apache-2.0
// The native machine from the inside: what the parts of the runtime that lives
// in the program under test (fibers, heap, thread API, libc) share.
//
// Threads of the program are fibers on one OS thread. A fiber runs until it
// comes to a visible operation; there it says which one and *parks*. The search
// lets it happen, later or never. So nothing here is ever concurrent.
//
// Going back is undoing: everything that belongs to the state of the program
// under test is saved before it is changed, with native_save() or native_set(),
// be it the program's memory or ours (a mutex's owner, a thread's status). What
// is changed without being saved stays changed: statistics, caches, and tables
// that only ever grow (thread numbers).
//
//   step k                step k+1
//   | saved memory … | stack of the thread | saved memory … | …

#ifndef MAZURKA_MACHINE_NATIVE_NATIVE_H
#define MAZURKA_MACHINE_NATIVE_NATIVE_H

#include "machine/hooks.h"
#include "machine/library_functions.h"
#include "machine/machine.h"
#include "op/scenario.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NATIVE_MOST_THREADS = 64, // sets of waiting threads are 64-bit words
    NATIVE_MOST_KEYS = 1024,  // pthread_key_t, tss_t: as many as Linux has
};

enum native_races { RACES_REPORT, RACES_INTERLEAVE, RACES_IGNORE };

// ------------------------------------------------------------------ threads

// A thread of the program. Its number is the same in every schedule: it depends
// on what its creator has created and joined before (threads.c). When its
// creator has joined it, another that this one creates may have the number, and
// all that goes by numbers: the two are never there at one time, and what the
// first did comes before the second in every schedule.
enum native_joined {
    NOT_JOINED,
    JOINED,
    JOINED_BY_CREATOR, // who may give its number to another
};

struct native_thread {
    unsigned number;
    unsigned holder; // how many have had its number before, in this execution
    // main, main/1, main/1/2, or what mz_thread_name said.
    char name[MACHINE_THREAD_NAME];
    uint64_t children; // created so far
    // What it was created with and what it left behind.
    void *(*start)(void *);
    int (*start_c11)(void *); // instead of start, for thrd_create
    void *argument;
    size_t stack_size; // as was asked for; 0: as it comes
    void *result;
    bool detached;
    bool exits;                // it has called exit: nobody joins it any more
    enum native_joined joined; // a whole word is quick to save
    bool woke_by_itself;       // its last wait ended without a signal
    int error;                 // its errno
    unsigned timeouts;         // waits that have timed out, in this execution
    uint64_t awaited_by; // threads that wait for its end, no step of their own
    void *keys[NATIVE_MOST_KEYS];
    const struct mz_site *site; // of the loop where it was cut or spins
    enum limit limit;           // by which it was cut
    // From here on it is saved before each step of the thread.
    _Alignas(uint64_t) enum thread_status status;
    uint8_t fast_path; // of `op` (fast_path.h)
    unsigned held;     // locks that it has acquired and not released
    uint64_t locks;    // of `held`, those that exclude all others (lockset.h)
    // Its next visible operation, while it is parked. While it runs, that is
    // where it makes one (native_access).
    struct op op;
};

// The one that is running now. Never NULL inside a hook or a model function.
struct native_thread *native_self(void);
struct native_thread *native_thread(unsigned number);

// Who a thread is, among all of this execution.
static inline unsigned native_who(const struct native_thread *t) {
    return t->holder * NATIVE_MOST_THREADS + t->number;
}
// The name that it has, or had at its end. NULL if there was no such thread.
const char *native_name_of(unsigned who);
// The name of who had a number in this epoch (races/clocks.h).
const char *native_name_then(unsigned number, uint32_t epoch);

// May it be joined? Who ends all by exit() does not return from there.
static inline bool native_has_ended(const struct native_thread *t) {
    return t->status == THREAD_ENDED && !t->exits;
}

// The number that the next child of the running thread will have: always the
// same for the same child. NATIVE_MOST_THREADS if there are too many.
unsigned native_next_child(void);
// A new thread, alive, with its first stack frame ready to call `start`: part
// of what an OP_SPAWN does. NULL if there are too many.
struct native_thread *native_spawn(void *(*start)(void *), int (*c11)(void *),
                                   void *argument);
// That thread has been joined, by the running one. If this one has created it,
// it may give the number to another from now on.
void native_joined(struct native_thread *thread);
// The running thread ends now (its key destructors have run). The thread's
// stack is gone when this is called; it never returns.
_Noreturn void native_end_thread(void);
// The start function of the running thread has returned: its key destructors.
void native_thread_returns(void); // in api/

// -------------------------------------------------------- visible operations

// Park with this operation (kind, addr, size, update, compare, arg, arg2,
// addr2, target, flags as op.h says; mode, site and old are filled in) until
// the search lets it happen. On return it has happened: *op tells how (kind,
// old, choice decided), and the state word of its object has been changed
// accordingly, and saved.
//
// The state word of a synchronisation object is the 8-byte word at `addr`,
// inside the object itself (pthread_mutex_t, sem_t, …), which starts at 0: see
// struct op for what it means. Memory operations act on the program's memory.
//
// It may be native_self()->op itself: then it takes no room on the thread's
// stack, which is saved with each step.
//
// Inside of an atomic section it happens at once (section_steps.h), or is
// refused.
void native_visible(struct op *op);
// The same for an access to memory, native_self()->op, with its site: it may be
// *hidden*, which is to happen at once, as a part of the step
// (private_accesses.h). False: it was not, and others may have run meanwhile.
bool native_access(void);
// The same for a join: it may be hidden, too, waiting included.
void native_join(struct op *op);

// What happens to an operation's object apart from the search's order, for the
// detection of data races (C11's synchronizes-with), is told by the caller, to
// this detector. NULL if data races are not looked for.
struct c11 *native_c11(void);

// ---------------------------------------------------------------- the memory

// Keep the old contents, so that going back can restore them.
void native_save(void *address, size_t size);
#define native_set(place, value) \
    (native_save(&(place), sizeof(place)), (place) = (value))

// The step that is being taken, as a number from 1 on; 0 before the first one,
// to where nobody goes back.
size_t native_step_now(void);
// So many bytes are kept for going back to before this step, elsewhere than in
// what was saved.
void native_keeps(size_t size);

// The same for what the program's future does not depend on (states.h).
void native_save_quietly(void *address, size_t size);
// Memory that comes into use with the contents that it has now or will have
// when the step is over, or goes out of use. Memory that is not in use counts
// as zeros. Nothing, unless states are told.
void native_memory_begins(void *address, size_t size);
void native_memory_ends(void *address, size_t size);

// The program is about to read or write these bytes, by itself or through a
// model of a library function: are they its own to access (else a finding, and
// this does not return), is there a data race, is it a step of its own
// (--races=interleave)? A write is saved too.
void native_reads(const void *address, size_t size, const struct mz_site *site);
void native_writes(void *address, size_t size, const struct mz_site *site);
// The same where it is known what: a copy of other bytes, or one byte again and
// again.
void native_copies(void *address, const void *from, size_t size,
                   const struct mz_site *site);
void native_fills(void *address, int byte, size_t size,
                  const struct mz_site *site);
// A model writes what it has from the runtime's own state. Until that happens,
// the value is part of what its thread knows (states.h).
void native_gives(void *address, const void *value, size_t size,
                  const struct mz_site *site);
// The same for the time, which is no change that a round of a loop is worth
// while for (rounds.h).
void native_tells(void *address, const void *value, size_t size,
                  const struct mz_site *site);
// The program is about to free a living block: that conflicts with every access
// to it.
void native_frees(void *block, size_t size, const struct mz_site *site);
// A block that was freed is about to live again (--reuse=on), which every
// access to it comes before or after, and to be another one for the detector of
// races.
void native_revives(void *block, size_t size, const struct mz_site *site);
// A text with its terminating 0; its length.
size_t native_reads_text(const char *text, const struct mz_site *site);
// How many bytes from here on belong to the same object, whatever they hold and
// whatever others do. 0: that is not known.
size_t native_room(const void *address);
// May these bytes be accessed at all? (Else a finding, and no return.) For
// synchronisation objects, which are no data of the program.
void native_touches(const void *address, size_t size, bool write,
                    const struct mz_site *site);
// Earlier accesses to these bytes no longer count: they belong to a new object.
void native_forget(const void *address, size_t size);

// ------------------------------------------------------------------ states

// What the running thread knows, as far as that decides what it will do: a hash
// (states.h). Functions of the program tell it themselves. A model of a library
// function knows what it was called with, what it has announced to read and how
// its operations happened; whatever else it will look at after the next of
// them, such as what a function of the program has told it, it says here. None
// of these does anything unless states are told.
void native_knows(uint64_t word);
// Around a call of a function of the program: what was known before.
struct state native_known(void);
void native_knows_again(struct state known);
// Nothing of what it knew matters any more but this.
void native_knows_only(uint64_t word);
// Will the program look at what the model returns?
bool native_result_matters(void);

// ---------------------------------------------------------------- findings

// Something is wrong in the running thread. It goes on.
__attribute__((format(printf, 3, 4))) void
native_report(enum finding_kind kind, const struct mz_site *site,
              const char *format, ...);
// The same, and the thread never moves again.
__attribute__((format(printf, 3, 4))) _Noreturn void
native_fail(enum finding_kind kind, const struct mz_site *site,
            const char *format, ...);
// A thread stops for ever at a false assume.
_Noreturn void native_stuck(void);
// The program asks for more than this tool has, where the model that is running
// was called: the thread stops for ever, and the search is incomplete. Never is
// the program told of it by an error number that the system would not give.
_Noreturn void native_limit(enum limit limit);
// Not all that could happen here is tried: the search is incomplete.
void native_bounded(enum limit limit);
// The whole execution ends here: exit, _exit, quick_exit, return from main. Any
// number but 0 is a finding, with the last line that the thread has printed.
_Noreturn void native_exit(int status, const struct mz_site *site,
                           const char *printed);

// The program has printed this; for settings.record.
void native_printed(const char *bytes, size_t count,
                    const struct mz_site *site);

// What the files of the execution so far are is kept: with files_write, of the
// first one, before it is left. In libc/.
void native_files_note(void);

// One of so many alternatives: a choice of the search.
unsigned native_chooses(unsigned count);

// Is this a replay, no search?
bool native_replays(void);

// A wait with a time limit has timed out. If that happens very often in one
// execution, the report names the place.
void native_timed_out(const struct mz_site *site);

// A library function that nobody controls is about to be called: named once in
// the report. Going back is by running again from the start from now on.
void native_external(const char *function);
// Has any such function been called?
bool native_lost_control(void);
// Could an outside function have allocated this, which is not in our heap? No
// variable of the program.
bool native_may_be_lent(const void *block);
// A model is about to call a function for the program, which may be one that
// nobody controls.
void native_calls(void (*function)(void));

// ---------------------------------------------------------------- settings

// Which rounds of loops that turn out to change nothing are left out
// (rounds.h).
enum native_rounds {
    ROUNDS_ALL_KEPT,
    ROUNDS_ENDLESS, // those that could be made again and again at once
    ROUNDS_UNCHANGED,
};

struct native_settings {
    enum native_races races;
    struct native_program {
        int argc;
        char **argv, **envp; // the environment stands above the arguments
    } program;               // what it is started with
    bool blind_adds;
    bool readers_conflict; // readers of one lock depend on each other
    bool spurious_wakeups;
    uint64_t failing_malloc; // so many allocations of a thread may fail
    bool failing_calls; // of the thread API, for want of something
    bool reuse;         // malloc may also return a block that was freed
    bool files_write;   // what the program writes to files is kept
    uint64_t ignored;   // kinds of findings that do not count (machine_ignore)
    bool abort_assumes; // abort() is an assumption that is false
    // What __VERIFIER_nondet_* may return, if that was said.
    bool nondet_given;
    int64_t nondet_least, nondet_most;
    enum native_rounds dynamic_loops;
    uint64_t unroll; // how often a loop's head is reached at most; 0: as it is
    const char *unroll_function; // loops of this one only; NULL: of all
    bool graphs; // what is read is chosen with each step (weak_memory.h)
    bool fences; // are steps, because they matter
    bool synchronises; // every atomic access does, whatever its order
    bool states;     // are told (states.h)
    bool check_states;  // what threads know is kept, to see that hashes differ
    size_t undo_memory; // bytes: how much is kept to undo each single step
    unsigned scenario;  // which call of mz_run does something, from 1
    // mz_run is called; NULL: nobody wants to know.
    void (*on_scenario)(const struct scenario *scenario, bool runs);
    bool silent;        // no execution's output is shown
    bool record;        // what happens within steps (machine_recorded)
    bool show_output;   // this execution's output is shown (the first one, or a
                        // replayed one); else it is swallowed
};
const struct native_settings *native_settings(void);

// For the lists of library_functions.h: declare the model of a library
// function, which has the function's own type; or nothing, it is declared by
// hand.
#define NATIVE_MODEL(function) extern __typeof__(function) __mz_##function;
#define NATIVE_OWN(function)
// Another name of a model that is defined above.
#define NATIVE_SAME(function, model)                \
    extern __typeof__(__mz_##model) __mz_##function \
        __attribute__((alias("__mz_" #model)));

// Where the program called the model function that is running.
static inline const struct mz_site *native_at(void) {
    return __mz_at;
}

#endif
