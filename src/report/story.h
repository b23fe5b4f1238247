// SPDX-License-Identifier: Apache-2.0
// A schedule run again and told: the plain data of which every form of a
// finding is made, for people and for programs. Whoever has another form walks
// over it.
//
//   threads   main, main/1, …
//   places    bank.c:18 in put(): balance = b;
//   events    in the order in which they happened
//
//       0  STEP     step 1  main    spawn main/1
//       1  STEP     step 2  main/2  lock m                  from ALWAYS
//       2  ACCESS   step 2  main/2  read balance = 100      from ALWAYS
//       3  STEP     step 3  main/2  unlock m                from 1
//       4  STEP     step 4  main/1  lock m                  from 3
//       5  ACCESS   step 4  main/1  write balance 100 → 40  from ALWAYS
//       6  PRINTED  step 4  main/1  "done\n"
//       …
//       9  MISHAP   step 8  main    assertion `balance == 10' failed
//
// A step is a visible operation and the local code after it: its STEP event is
// followed by what that code did. ACCESS are plain accesses, which only
// programs have; a thread's first ones, before its first operation, are in the
// step that created it, and main's in step 0.
//
// `from` is the last event that changed the bytes, or the object: of a read,
// where its value comes from; of a write, what it has overwritten; of a lock,
// who had it before.
//
// Texts live as long as the story. The first step that is not possible ends it
// with a reason.

#ifndef MAZURKA_REPORT_STORY_H
#define MAZURKA_REPORT_STORY_H

#include "base/text.h"
#include "explore/trace/portable_schedule.h"

enum story_event_kind {
    STORY_STEP,    // a visible operation
    STORY_ACCESS,  // a plain access
    STORY_FREED,   // a block is freed
    STORY_PRINTED, // what the program has printed: `text`
    STORY_MISHAP,  // something went wrong: `mishap`
    STORY_WAITS,   // after the last step: a thread that waits for ever
};

#define STORY_ALWAYS UINT32_MAX // no event has changed it: the initial value

struct story_thread {
    const char *name; // what mz_thread_name said last, or its path
    const char *path; // main/1/2; or a model's thread
    unsigned number;  // the machine's, which others may have later
};

struct story_place {
    const char *file, *function, *source; // function, source: "" if not known
    unsigned line;
    const char *name; // of the file, without its folders if no other has it
};

struct story_event {
    enum story_event_kind kind;
    uint32_t step;   // that it is, or is a part of: from 1; 0: before the first
    uint32_t thread; // in `threads`
    uint32_t place;  // in `places`
    uint32_t site;   // the machine's name of the place
    const char *text;  // in words: "lock m", "read balance = 100"
    const char *words; // what the source calls what it accesses; "": nothing
    const char *calls; // by which it is there: "push ← worker g.c:22", or ""
    const char *type;  // of that (cc/names/types.h); "": not known
    // STEP, ACCESS and FREED; WAITS: the operation that does not happen
    enum op_kind op;    // of an ACCESS: OP_READ or OP_WRITE
    bool reads, writes; // what is in memory
    bool known;         // its values are
    const char *object; // on which it acts, in the program's words; "": none
    uint64_t addr, size;
    uint64_t before, after;               // numbers as wide as `size`
    const char *before_text, *after_text; // the same in the program's terms
    uint32_t from;                        // event, or STORY_ALWAYS
    // In an execution graph: the newest write that a read has not seen, or that
    // a write came before in modification order; or STORY_ALWAYS.
    uint32_t newer;
    uint32_t other;  // spawn, join, signal: the other thread; WAITS: the one
                     // that could end it; or STORY_ALWAYS
    char wanted[48]; // WAITS: the comparison that never holds; or ""
    // Locks that its thread holds before it: events that took them.
    uint32_t held, held_count; // in `held`
    uint32_t mishap;           // MISHAP: in `mishaps`
};

struct story {
    VEC(struct story_thread) threads;
    VEC(struct story_place) places;
    VEC(struct story_event) events;
    VEC(uint32_t) held;
    // Everything that went wrong, in order. Threads that wait for ever at the
    // end come last.
    VEC(struct mishap) mishaps;
    VEC(char *) waiting; // who waits for what, a sentence each
    uint32_t steps;
    const char *scenario;      // its name; NULL or "": none
    uint32_t switches;         // how often another thread went on
    bool fewest;               // no schedule has fewer of them
    bool shared;               // several threads have had one number
    bool cut;                  // accesses are missing: there were too many
    struct story_index *index; // for story.c
};

// Run the schedule from the start of the machine. `start` is what went
// wrong when the machine was new, before any step. False if a step is not
// possible: `error` says which. The story is to be freed in any case.
bool story_tell(struct machine *machine, const struct mishaps *start,
                const struct portable_schedule *schedule, struct story *story,
                char *error, size_t room);
void story_free(struct story *story);

static inline const struct story_place *
story_place(const struct story *s, const struct story_event *e) {
    return &s->places.at[e->place];
}
static inline const char *story_thread_name(const struct story *s,
                                            const struct story_event *e) {
    return s->threads.at[e->thread].name;
}

// The event of something that went wrong, or NULL if that is who waits.
const struct story_event *story_event_of(const struct story *story,
                                         const struct mishap *mishap);

// What of this kind went wrong, with this thread at this line; NULL if nothing.
const struct mishap *story_mishap(const struct story *story,
                                  struct machine *machine,
                                  enum finding_kind kind, const char *thread,
                                  unsigned line);

#endif
