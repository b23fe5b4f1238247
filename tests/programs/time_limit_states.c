// SPDX-License-Identifier: Apache-2.0
// check --algorithm=stateful => safe: 4 executions
// check --algorithm=stateful --check-states => safe: 4 executions
// flags --states
// Times differ, so none of these states is met twice.
#include "time_limit_or_flag.c"
