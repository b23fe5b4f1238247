// SPDX-License-Identifier: Apache-2.0
// flags --loops=assume
// check => safe: 4 executions, 4 blocked

#include "loop_lock_ttas.c"
