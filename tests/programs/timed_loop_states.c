// SPDX-License-Identifier: Apache-2.0
// check --algorithm=stateful => safe: 2 executions, 39 blocked
// check --algorithm=stateful --check-states => safe: 2 executions, 39 blocked
// check --unroll=3 => incomplete: loop bound at timed_loop.c:16 after N executions
// never has timed out
// flags --states
// What it is told to do: it ends.
#include "timed_loop.c"
