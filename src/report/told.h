// SPDX-License-Identifier: Apache-2.0
// A story (story.h) as JSON: what the process in which it was told sends to the
// one that reports, and what all forms of a finding are made of. It comes from
// where the program runs, so nothing in it is taken for granted.
//
//   { "title": …, "explanation": [lines], "threads": [names],
//     "steps": [ { "kind": …, "step": n, … } ], "steps_left_out": n,
//     "switches": n, "accesses": of a data race, both: [ { … } ] }
//
// docs/result.schema.json says what each key is.

#ifndef MAZURKA_REPORT_TOLD_H
#define MAZURKA_REPORT_TOLD_H

#include "explore/search.h"
#include "report/story.h"

#include <cjson/cJSON.h>

enum {
    TOLD_MOST_STEPS = 20000, // of a story: the last ones
    TOLD_MOST_BYTES = 64 << 20,
};

// What is told of this finding.
cJSON *told_story(const struct story *story, const struct finding *finding);

// Reading it: what is not there, or not as it should be, is "" or 0.
const char *told_text(const cJSON *object, const char *key);
unsigned told_number(const cJSON *object, const char *key);
const cJSON *told_list(const cJSON *object, const char *key);
// What happens in a step, on one line; to be freed.
char *told_words(const cJSON *step);

#endif
