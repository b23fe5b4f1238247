// SPDX-License-Identifier: Apache-2.0
// check => safe: 6 executions

#define N 3
#include "loop_ticket_2.c"
