// SPDX-License-Identifier: Apache-2.0
// The values of options, by their kinds: how they are read and told again. A
// new kind of value is a row of the table in option_values.c.

#ifndef MAZURKA_CHECK_OPTION_VALUES_H
#define MAZURKA_CHECK_OPTION_VALUES_H

#include "check/options.h"

#include <string.h>

struct option_row {
    const char *name;
    char letter;
    enum option_kind kind;
    const char *initial, *values;
    unsigned users;
    const char *help;
};

// Where to say what is wrong; both return false.
struct complaint {
    char *text;
    size_t room;
};
bool complain(const struct complaint *complaint, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// What was meant instead, if that can be guessed, after what is wrong.
struct nearest;
bool suggest(const struct complaint *complaint, const char *before,
             const struct nearest *nearest);

// From value->text. False if it says something else than this option takes.
bool option_parse(const struct option_row *row, struct option_value *value,
                  const struct complaint *complaint);
// What stands for the value in help: "=N".
const char *option_placeholder(const struct option_row *row);
// Is there no such bound or file?
bool option_is_none(const struct option_row *row,
                    const struct option_value *value);
void option_add_json(cJSON *object, const struct option_row *row,
                     const struct option_value *value);

// The next of several words between commas; NULL: there is none.
static inline const char *next_word(const char *list, size_t *length) {
    list += *length;
    list += *list == ',';
    *length = strcspn(list, ",");
    return *length ? list : NULL;
}

// MIN..MAX; false if it is no range.
bool option_read_range(const char *text, int64_t *least, int64_t *most);

#endif
