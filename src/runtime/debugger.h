// SPDX-License-Identifier: Apache-2.0
// A replay that a debugger commands: forwards, backwards, to any step.
//
// The schedule is run once; from then on the machine stands before some step of
// it and waits for the debugger, which has a breakpoint in __mz_debugger_stop
// and writes what it wants into __mz_debugger:
//
//    __mz_debugger_stop()  <-----------------------------+
//         | the debugger: command = GO, position = n     |
//         +--> the machine goes to before step n --------+
//         | command = STEP                               |
//         +--> step n begins: __mz_replay_stop() in the  |
//              program's thread, whose frames are there; |
//              the thread goes on until it parks --------+
//
// What there is to know at a stop is text, so that the script (gdb.py) needs no
// debug information of ours.

#ifndef MAZURKA_RUNTIME_DEBUGGER_H
#define MAZURKA_RUNTIME_DEBUGGER_H

#include "report/trace_file.h"

enum debugger_command { DEBUGGER_GO, DEBUGGER_STEP, DEBUGGER_END };

struct debugger {
    uint64_t command;  // of debugger_command
    uint64_t position; // to go to: before this step, from 0
    const char *text;  // JSON: the schedule, where it stands, the threads
};
extern struct debugger __mz_debugger;

// For a breakpoint.
void __mz_debugger_stop(void);

// Returns when the debugger lets it: the exit code, as of a replay.
int debugger_run(struct machine *machine, const struct trace_file *trace);

#endif
