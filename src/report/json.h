// SPDX-License-Identifier: Apache-2.0
// The result as JSON, for programs (json_result, formats.h): keys, their order and
// their meaning are relied upon by others and only ever added to.

#ifndef MAZURKA_REPORT_JSON_H
#define MAZURKA_REPORT_JSON_H

#include "report/report.h"

#include <cjson/cJSON.h>

// The item itself, which is there: out of memory is a fault.
cJSON *json_made(cJSON *item);
// Add values whose JSON text is exactly what is given.
void json_integer(cJSON *object, const char *key, uint64_t number);
void json_decimal(cJSON *object, const char *key, double number);
void json_text(cJSON *object, const char *key, const char *text); // or null
// A text as an item of its own.
cJSON *json_item(const char *text);
// What a finding is; the caller may add more.
cJSON *json_finding(const struct finding *finding);
// Takes the object over.
char *json_print(cJSON *object);

#endif
