// SPDX-License-Identifier: Apache-2.0
// As in Table I of "Awaiting for Godot".
// check => safe: 36 executions

#define N 3
#include "loop_lock_ttas.c"
