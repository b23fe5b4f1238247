// SPDX-License-Identifier: Apache-2.0
// The native machine from the outside.

#ifndef MAZURKA_MACHINE_NATIVE_NATIVE_MACHINE_H
#define MAZURKA_MACHINE_NATIVE_NATIVE_MACHINE_H

#include "machine/native/native.h"
#include "op/outside.h"

// How to go back: by undoing; by running again; both ways, to compare.
enum native_goto { GOTO_UNDO, GOTO_REPLAY, GOTO_BOTH };

// The program in this process, brought to its first visible operation. There
// is one such machine in a process.
struct machine *native_machine(const struct native_settings *settings,
                               enum native_goto way, void *(*start)(void *));

// What could not be checked and was reached, or NULL; where it was.
const char *native_unsupported(const struct mz_site **site);
// The functions that were called and are not under control: the n-th one, and
// where it was called first; NULL if there are not that many.
const struct outside *native_outside(unsigned nth, struct place *place);
// To be told of each at its first call, before it happens: it may not return.
void native_tell_outside(void (*tell)(void *context, const struct outside *),
                         void *context);
// The n-th place where waits have timed out very often in one execution; false
// if there are not that many.
enum { NATIVE_MANY_TIMEOUTS = 10 };
bool native_timed_out_at(unsigned nth, struct place *place);
// The n-th compare-exchange that has met the address of a block that was freed.
bool native_freed_met_at(unsigned nth, struct place *place);
// The locks that a thread held when it ended: the n-th one's name, and the
// thread's; NULL if there are not that many.
const char *native_left_held(unsigned nth, const char **thread);

// This process searches nothing: it runs a schedule that was found elsewhere.
void native_replay_only(void);

// A schedule is replayed. In its step of this number (from 1; 0: in none),
// `stop`: __mz_replay_stop is called in the thread that takes it, a place for a
// debugger to stop.
void native_last_step(uint64_t step, bool stop);
// The stack pointer of a thread that is parked, as fiber.h says.
void *native_parked_at(unsigned thread);
// Catch the signals that a crash of the program raises. Where the runtime itself
// has crashed, `on_fault` is called before the process ends.
void native_catch_crashes(void (*on_fault)(void));
// With files_write: what was kept of the files, or what they are now, goes to
// disk. NULL, or a path that could not be written.
const char *native_files_write(void);
// Standard input is kept in this file (a memfd), which the processes of a check
// share: whoever needs it first reads it.
void native_input_from(int spool);
// Does the program run now, not the search?
bool native_is_running(void);
// Where it is, as far as that is known, for signal handlers: the thread that runs
// and the last place that it has announced.
void native_where(char *thread, size_t room, struct place *place);

#endif
