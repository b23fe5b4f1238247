// SPDX-License-Identifier: Apache-2.0
// What is left behind when threads end. What else is told of a program:
// native.h has what says so, native_machine.h what asks for it.

#ifndef MAZURKA_MACHINE_NATIVE_FINDINGS_H
#define MAZURKA_MACHINE_NATIVE_FINDINGS_H

// All threads have ended: report blocks that nothing points to any more.
void findings_look_for_leaks(void);
// The running thread ends and holds locks: note which.
void findings_note_held(void);
// The running thread looks for an address of the heap, to exchange it: if its
// block was freed, the address could be that of another one by now, and the
// report says so.
void findings_note_freed(const void *address);

#endif
