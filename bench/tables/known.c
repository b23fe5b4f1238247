// SPDX-License-Identifier: Apache-2.0

#include "known.h"

#include "base/file.h"

#include <cjson/cJSON.h>

#include <string.h>

enum { LARGEST_FILE = 1 << 26 };

static bool text_is(const cJSON *cell, const char *key, const char *wanted) {
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(cell, key));
    return text && strcmp(text, wanted) == 0;
}

static bool is_of(const cJSON *cell, const struct measured *m) {
    char paper[64], *parameters = row_parameters(m->row);
    counts_print(m->cell, paper, sizeof paper);
    bool same = text_is(cell, "table", m->table->name) &&
                text_is(cell, "program", m->row->program) &&
                text_is(cell, "parameters", parameters) &&
                text_is(cell, "column", measured_column(m)) &&
                text_is(cell, "paper", paper);
    memory_free(parameters);
    return same;
}

static double number(const cJSON *cell, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(cell, key);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

static void take(struct measured *m, const cJSON *cell) {
    if (!text_is(cell, "judgement", judgement_name(EQUAL)) &&
        !text_is(cell, "judgement", judgement_name(INDICATIVE)))
        return;
    m->outcome = (struct outcome){
        .complete = (uint64_t)number(cell, "complete"),
        .blocked = (uint64_t)number(cell, "blocked"),
        .sleep_set_blocked = (uint64_t)number(cell, "sleep_set_blocked"),
        .steps = (uint64_t)number(cell, "steps"),
        .peak_kib = (uint64_t)number(cell, "peak_kib"),
        .seconds = number(cell, "seconds"),
        .cpu_seconds = number(cell, "cpu_seconds"),
        .finished = true,
    };
    m->judgement = measured_judge(m->cell, &m->outcome);
}

bool known_take(struct measurements *all, const char *path, const char **why) {
    size_t length;
    char *text = file_read(path, LARGEST_FILE, &length, why);
    if (!text)
        return false;
    cJSON *root = cJSON_Parse(text);
    const cJSON *cell;
    cJSON_ArrayForEach(cell, cJSON_GetObjectItem(root, "cells")) {
        for (size_t i = 0; i < all->cells.count; i++)
            if (is_of(cell, &all->cells.at[i]))
                take(&all->cells.at[i], cell);
    }
    bool fine = cJSON_IsArray(cJSON_GetObjectItem(root, "cells"));
    if (!fine)
        *why = "not the result of bench-tables";
    cJSON_Delete(root);
    memory_free(text);
    return fine;
}
