// SPDX-License-Identifier: Apache-2.0
// flags --states -include not_main.h
// check --algorithm=stateful => safe: N executions, N blocked
// check --algorithm=stateful --check-states => safe: N executions, N blocked
// check => safe: 7 executions
#include "reuse_fresh.c"
