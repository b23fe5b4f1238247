// SPDX-License-Identifier: Apache-2.0
// The one place of the runtime's mutable state: seen by the machine's own files
// only. The models of libraries go through native.h.

#ifndef MAZURKA_MACHINE_NATIVE_RUNTIME_STATE_H
#define MAZURKA_MACHINE_NATIVE_RUNTIME_STATE_H

#include "base/memory.h"
#include "machine/native/races/c11.h"
#include "machine/native/memory/checkpoint.h"
#include "machine/native/memory/fiber.h"
#include "machine/native/state/fingerprint.h"
#include "machine/native/races/lockset.h"
#include "machine/native/native.h"
#include "machine/native/private_accesses.h"
#include "machine/native/rounds.h"
#include "machine/native/common_operations.h"
#include "machine/native/memory/stack_copy.h"
#include "machine/native/races/race_candidates.h"
#include "machine/native/memory/memory_map.h"
#include "machine/native/memory/undo.h"

// A thread with its fiber. What is here changes only while the thread itself
// runs. From base.status to fiber.sp it is saved as one piece, once a step.
struct thread {
    struct native_thread base;
    char *frame; // end of the locals in use
    // Since its last event: operations that were hidden, and the ends that it
    // has waited for in them, with those that came before these ends so.
    uint32_t hidden;
    uint64_t joined;
    struct fiber fiber;
    char *frame_high;    // highest that `frame` ever was, in this execution
    struct state local;  // what it knows; saved with what follows (states.h)
    bool result_matters; // of the model function that it has called
    struct slice slice;
    uint64_t loops;  // iterations since its last visible operation
    unsigned atomic; // depth of atomic sections
    struct rounds rounds;
    unsigned child[NATIVE_MOST_THREADS]; // number of its k-th child, or 0
};

// A step that was taken.
struct taken {
    struct step step;
    size_t undo; // marks from before it, or NOT_KEPT
    uint64_t living; // before it
    uint64_t c11;
    // What it was and what the thread came to, to see that it is the same
    // again.
    uint8_t kind, next_kind, next_status;
    uint8_t mode, update; // of its operation
    uint8_t effect;       // enum effect, for a thread that is in a loop
    uint32_t size;
    uint32_t hidden; // operations that were a part of it
    size_t runs;     // first of them in native.hidden
    uint64_t addr, next_addr;
};

enum {
    NATIVE_MOST_LOOPS = 100 * 1000 * 1000, // without a visible operation
    NATIVE_MOST_HIDDEN = 1 << 17, // operations after one that is not
};

#define NOT_KEPT SIZE_MAX // inside of a thin piece (checkpoint.h)
// What an operation does to what other threads can see.
enum effect { EFFECT_NONE, EFFECT_KNOWN, EFFECT_UNKNOWN };

struct range {
    const char *start, *end;
};

// A thread has ended and never released this.
struct left_held {
    unsigned thread;
    char name[64];
};

struct native {
    struct machine base;
    struct native_settings settings;
    struct thread *thread[NATIVE_MOST_THREADS]; // by number; NULL: unknown yet
    struct thread *running;                     // NULL: the search runs
    struct thread *decided; // whose operation is known as it would happen now
    void *search_sp;        // where the search goes on
    struct undo undo;
    struct c11 *c11;
    struct suspects suspects; // for c11
    struct lockset lockset;   // of which locks they know
    struct owners owners;
    bool hides;        // accesses to what only one thread accesses
    bool hides_joins;  // as machine.h says
    bool hides_now;    // something, of the running thread
    VEC(struct hidden) hidden; // in the steps that were taken
    uint64_t freed; // threads that waited for an end which has come in this step
    uint64_t phase;  // times that main has created the only other one
    uint64_t steps_taken, steps_run_again; // the latter because of new ones
    VEC(struct taken) taken;
    VEC(struct piece) pieces;     // of what was taken
    size_t piece_size, piece_end; // how high the log may get in this piece
    VEC(uint64_t)
    differences;           // of each EFFECT_KNOWN: what it added to its place
    VEC(unsigned) newborn; // spawned in this step, not yet run
    unsigned unjoined;     // threads that were created and not joined
    bool exited;           // the program called exit, or main returned
    int exit_status;
    bool uncontrolled;  // an unknown function was called: undoing is not enough
    bool replay;        // --goto=replay: always start again
    uint64_t last_step; // of the schedule that is replayed, or 0
    bool stop, no_progress; // what is to be done there (machine.h)
    VEC(const struct mz_site *) externals; // where each was called first
    VEC(const char *) external_names;
    VEC(struct left_held) left_held;         // each once
    VEC(const struct mz_site *) timed_out;   // very often in one execution
    VEC(const struct mz_site *) in_sections; // accesses that are no steps there
    struct territory territory;
    VEC(struct range) constants;    // memory that the program cannot write
    struct range between_constants; // from the first of them to the last
    char *snapshot;                 // of all globals, at the start
    VEC(struct fingerprint) noted;  // --goto=both: after so many steps
    // What cannot be checked was reached: the search ends.
    const char *unsupported;
    const struct mz_site *unsupported_at;
    struct machine_class class; // with other steps and ways back: --goto=both
};

extern struct native native;

// Has main created nobody, or are all joined? What it does then comes after all
// that others have done, and before all that they will do, in every schedule:
// who was joined by others that were joined has ended before, too.
static inline bool native_is_alone(void) {
    return native.running->base.number == 0 && native.unjoined == 0;
}

// The program's own tables, put together by the linker; absent in a program
// without any instrumented file.
extern const struct mz_site __start_mz_sites[] __attribute__((weak));
extern const struct mz_site __stop_mz_sites[] __attribute__((weak));
extern const struct mz_global __start_mz_globals[] __attribute__((weak));
extern const struct mz_global __stop_mz_globals[] __attribute__((weak));
extern char __start_mz_tls[] __attribute__((weak));
extern char __stop_mz_tls[] __attribute__((weak));

// The runtime's own variables: the build puts all of them into mz_own, but for
// those that say NATIVE_STATE.
extern char __start_mz_own[] __attribute__((weak));
extern char __stop_mz_own[] __attribute__((weak));
extern char __start_mz_state[] __attribute__((weak));
extern char __stop_mz_state[] __attribute__((weak));

// Sites as numbers: 0 is none.
static inline uint32_t site_number(const struct mz_site *site) {
    return site ? (uint32_t)(site - __start_mz_sites) + 1 : 0;
}

static inline const struct mz_site *site_numbered(uint32_t number) {
    return number ? &__start_mz_sites[number - 1] : NULL;
}

// Back to the search, for good: the running thread never moves again.
_Noreturn void native_leave(enum thread_status status);

// Inside of an atomic section: the operation on memory, native_self()->op
// with its site, happens now, as part of the step. It is refused if it would
// have to wait.
void native_at_once(void);

// An access that goes no further, because the memory is gone.
void native_tries(const void *address, size_t size);

// What stands for these bytes in a hashed operation (OP_HASHED).
uint64_t native_hash(const void *bytes, size_t size);

// Steps and ways back, as machine.h has them; with --goto=both, the others.
void native_step(struct machine *machine, struct step step);
void native_goto(struct machine *machine, const struct step *steps,
                 size_t count);
void native_both_step(struct machine *machine, struct step step);
void native_both_goto(struct machine *machine, const struct step *steps,
                      size_t count);
void native_undo_step(void); // the last one
void native_unhide(size_t runs); // all but the first: their steps are undone
// How many of these steps are those that led here.
size_t native_common_prefix(const struct step *steps, size_t count);

#endif
