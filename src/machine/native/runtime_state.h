// SPDX-License-Identifier: Apache-2.0
// The one place of the runtime's mutable state; runtime_state.c defines it.
// What is here is seen by the machine's own files only: the models of libraries
// go through native.h, and keep their own state in library_state.h.

#ifndef MAZURKA_MACHINE_NATIVE_RUNTIME_STATE_H
#define MAZURKA_MACHINE_NATIVE_RUNTIME_STATE_H

#include "base/memory.h"
#include "machine/native/races/c11.h"
#include "machine/native/files.h"
#include "machine/native/checkpoint.h"
#include "machine/native/memory/fiber.h"
#include "machine/native/memory/globals.h"
#include "machine/native/state/fingerprint.h"
#include "machine/native/races/lockset.h"
#include "machine/native/native.h"
#include "machine/native/private_accesses.h"
#include "machine/native/recording.h"
#include "machine/native/rounds.h"
#include "machine/native/section_memory.h"
#include "machine/native/thread_time.h"
#include "machine/native/fast_path.h"
#include "machine/native/memory/stack_copy.h"
#include "machine/native/races/race_rivals.h"
#include "machine/native/memory/memory_map.h"
#include "machine/native/memory/undo.h"
#include "machine/native/memory/image.h"
#include "machine/native/weak_memory.h"
#include "op/outside.h"

#include <sys/types.h>

enum { NOBODY = UINT32_MAX };

// One who had a thread's number before.
struct former_holder {
    char *name;
    uint32_t end; // it had it in epochs before this one (races/clocks.h)
};

// A thread with its fiber. What is here changes only while the thread itself
// runs. From base.status to fiber.sp it is saved as one piece, once a step.
struct thread {
    struct native_thread base;
    char *locals_top; // end of the locals in use
    // Since its last event: operations that were hidden, and the ends that it
    // has waited for in them, with those that came before these ends so.
    uint32_t hidden;
    uint64_t joined;
    struct fiber fiber;
    char *locals_high;  // highest that `locals_top` ever was, in this execution
    struct state local; // what it knows; saved with what follows (states.h)
    bool result_matters; // of the model function that it has called
    struct stack_copy stack_copy;
    uint64_t loops;  // iterations since its last visible operation
    unsigned atomic; // depth of atomic sections
    // In a section: what is left of its choice, how many alternatives it has had
    // so far, and where it has begun. Of no meaning between steps.
    uint64_t section_choice, section_width;
    const struct mz_site *section_site;
    struct loop_rounds rounds;
    // What follows only ever grows, whatever is undone. Whose number this is,
    // and at which place of that; NOBODY: nobody's yet, or main's.
    unsigned creator, place;
    unsigned child[NATIVE_MOST_THREADS]; // by place: its number, or 0
    VEC(struct former_holder) former;    // of the number, as far as they go
};

// What is saved once a step.
enum {
    THREAD_PIECE = offsetof(struct thread, base.status),
    THREAD_PIECE_SIZE = offsetof(struct thread, fiber.sp) + sizeof(void *) -
                        offsetof(struct thread, base.status),
};

// A step that was taken.
struct taken_step {
    struct step step;
    size_t undo;     // marks from before it, or NOT_KEPT
    uint64_t living; // before it
    uint64_t c11;
    // What it was and what the thread came to, to see that it is the same
    // again.
    uint8_t kind, next_kind, next_status;
    uint8_t mode, update; // of its operation
    uint8_t effect;       // enum step_effect, for a thread that is in a loop
    bool again;           // its thread has an earlier one (goto_undo_from)
    uint32_t size;
    uint32_t hidden; // operations that were a part of it
    uint32_t saved;  // of its thread and all of its stack; 0: not of all
    size_t runs;     // first of them in native.hidden
    uint64_t addr, next_addr;
};

enum {
    NATIVE_MOST_HIDDEN = 1 << 17, // operations after one that is not
};

#define NOT_KEPT SIZE_MAX // inside of a thin piece (checkpoint.h)
// What an operation does to what other threads can see.
enum step_effect { EFFECT_NONE, EFFECT_KNOWN, EFFECT_UNKNOWN };

struct saved_range {
    const char *start;
    size_t size;
};

// A thread has ended and never released this.
struct left_held {
    char thread[MACHINE_THREAD_NAME], name[64];
};

// One that was open at the start (files.h).
struct open_file {
    FILE *stream; // or NULL: the descriptor alone
    int fd;
    off_t position;
};

// Standard input (libc/standard_input.h).
struct native_input {
    int spool;        // where other processes find it
    bool known;       // the next two are
    dev_t device;     // of the file that it was at the start
    ino_t file;
    bool loaded;      // all of its bytes are here
    VEC(char) bytes;
};

// What became of a name that the program has changed, or of its file.
struct file_outcome {
    const char *path;
    char *bytes; // NULL: it is gone
    size_t size;
    mode_t mode;
};

struct open_folder {
    DIR *folder;
    long position;
};

// A function that nobody controls was called, here for the first time.
struct outside_call {
    struct outside call;
    const void *function; // NULL: by a model
    const struct mz_site *site;
};

struct native {
    struct machine base;
    struct machine_class class; // of `base`
    struct native_settings settings;
    struct memory_map memory_map;

    // Threads (threads.h, park.h).
    struct thread *thread[NATIVE_MOST_THREADS]; // by number; NULL: unknown yet
    struct thread *running;                     // NULL: the search runs
    struct thread *decided; // whose operation is known as it would happen now
    void *search_sp;        // where the search goes on
    VEC(unsigned) newborn;  // spawned in this step, not yet run
    uint64_t unblocked;     // they waited for an end that has come in this step
    unsigned unjoined;      // threads that were created and not joined
    void (*on_fault)(void); // NULL: nobody wants to know
    bool exited;            // the program called exit, or main returned

    // Steps that were taken (step.h), and the ways back (goto.h).
    struct undo undo;
    VEC(struct taken_step) taken;
    VEC(struct saved_range) saved_large; // in this step
    VEC(uint64_t) differences;           // of each EFFECT_KNOWN: what it added
    VEC(struct checkpoint_piece) pieces; // of what was taken
    size_t piece_size, piece_end; // how high the log may get in this piece
    bool uncontrolled;  // an unknown function was called: undoing is not enough
    bool replay;        // --goto=replay: always start again
    uint64_t last_step; // of the schedule that is replayed, or 0
    bool replays;       // no search in this process
    bool stop;                     // a debugger is to stop there
    struct globals globals;        // as they were at the start
    bool started;                  // the start has been reached
    uintptr_t known_page; // the last one that was seen to be there
    VEC(struct open_file) files;   // the same
    VEC(struct open_folder) folders;
    struct native_input input;
    VEC(struct disk_file *) disk;  // what was asked for (libc/disk.h)
    VEC(struct file_outcome) outcomes; // for --files=write
    bool outcomes_known;
    VEC(const void *) futexes;     // words that are one
    FILE *donor;                   // of what streams look like
    char *disk_folder;             // where the program was started
    bool reserved[FILES_MOST];     // descriptors that the system will not give
    bool files_before[FILES_MOST]; // of descriptors: not the program's
    VEC(struct fingerprint) noted; // --goto=both: after so many steps

    // Data races.
    struct c11 *c11;
    struct race_candidates race_candidates;
    struct race_rivals rivals; // if states are told
    struct lockset lockset;
    uint64_t steps_taken, steps_run_again;   // the latter for new candidates
    VEC(const struct mz_site *) in_sections; // plain accesses there
    bool has_sections;                       // atomic ones
    struct section_memory sections;

    unsigned library_changed; // library_changed_parts()
    bool time_matters;        // thread_time_matters()
    // What threads' times were; those that count are library.time.records.
    VEC(struct thread_time_record) times;

    // Operations that are no steps (hide.h).
    struct private_accesses private_accesses;
    bool hides;                // accesses to what only one thread accesses
    bool hides_joins;          // as machine.h says
    bool hides_now;            // something, of the running thread
    VEC(struct hidden) hidden; // in the steps that were taken
    uint64_t phase;            // times that main has created the only other one

    struct weak_memory weak; // of a machine that graphs

    // What the report tells (findings.c).
    VEC(struct outside_call) outside;                          // each once
    void (*on_outside)(void *context, const struct outside *); // or NULL
    void *on_outside_context;
    const void *known_call;                // the last that __mz_indirect knew
    VEC(struct left_held) left_held;       // each once
    VEC(const struct mz_site *) timed_out; // very often in one execution
    VEC(const struct mz_site *) freed_met; // compare-exchanges, with addresses
    const char *unsupported; // could not be checked: the search ends
    const struct mz_site *unsupported_at;

    // Locals that the library function was given that is running.
    struct lent_locals {
        const struct thread *thread;
        const struct mz_site *site; // where it was called
        unsigned count;
        struct {
            const char *start;
            size_t size;
        } at[MZ_MOST_LENT];
    } lent;
    VEC(struct mz_global) variables; // global ones, by their addresses

    struct recording recording;
    bool every_access; // plain ones are steps, or are recorded

    char signal_stack[1 << 16]; // for crashes
};

extern struct native native;

// Has main created nobody, or are all joined? What it does then comes after all
// that others have done, and before all that they will do, in every schedule:
// who was joined by others that were joined has ended before, too.
static inline bool native_is_alone(void) {
    return native.running->base.number == 0 && native.unjoined == 0;
}

#endif
