// SPDX-License-Identifier: Apache-2.0
// What a search has come to as plain data (base/bytes.h): counts, findings with
// their schedules, cuts. How long it took and how much is left are not kept,
// and why it was interrupted neither: whoever goes on is another one.

#ifndef MAZURKA_EXPLORE_SAVED_RESULT_H
#define MAZURKA_EXPLORE_SAVED_RESULT_H

#include "explore/search.h"

void result_save(const struct search_result *result, struct bytes *bytes);
// False if it is no such thing. Texts stay as long as the process.
bool result_load(struct search_result *result, struct bytes_reader *reader);

#endif
