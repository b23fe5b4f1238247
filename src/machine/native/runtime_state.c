// SPDX-License-Identifier: Apache-2.0

#include "machine/native/runtime_state.h"

struct native native;

const struct mz_site *__mz_at;
uint64_t __mz_most_rounds = UINT64_MAX;
