// SPDX-License-Identifier: Apache-2.0
// check => safe: 24 executions

#define N 4
#include "loop_ticket_2.c"
