// SPDX-License-Identifier: Apache-2.0
// One HTML file with everything in it: the result as JSON, the sources, the
// tree of the search, and a script that shows them (page/). It asks no network
// for anything.

#include "base/file.h"
#include "base/text.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/told.h"

#include <string.h>

extern const char html_page[]; // page/embed.cmake

enum { MOST_SOURCE = 1 << 20, MOST_SOURCES = 8 << 20 }; // bytes, of one; of all

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// The text of a line without the blanks around it.
static const char *line_of(const char *text, unsigned line, size_t *length) {
    for (; line > 1 && text; line--) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (!text || !line)
        return NULL;
    *length = strcspn(text, "\n");
    for (; *length && is_blank(*text); --*length)
        text++;
    while (*length && is_blank(text[*length - 1]))
        --*length;
    return text;
}

// Is it still the text that the program was built from, as far as steps tell?
static bool is_current(const char *file, const char *text, const cJSON *steps) {
    const cJSON *step;
    cJSON_ArrayForEach(step, steps) {
        const char *source = told_text(step, "source");
        size_t length;
        if (strcmp(told_text(step, "file"), file) != 0 || !source[0])
            continue;
        const char *now = line_of(text, told_number(step, "line"), &length);
        char *clean = now ? memory_text(now, length) : NULL;
        if (clean)
            text_tame(clean);
        bool same = clean && strncmp(clean, source, strlen(source)) == 0;
        memory_free(clean);
        if (!same)
            return false;
    }
    return true;
}

static void add_source(cJSON *sources, const char *file, const cJSON *steps,
                       size_t *room) {
    size_t length;
    const char *reason;
    if (!file[0] || cJSON_GetObjectItemCaseSensitive(sources, file) ||
        !file_is_regular(file))
        return;
    char *text = file_read(file, *room < MOST_SOURCE ? *room : MOST_SOURCE,
                           &length, &reason);
    if (text && is_current(file, text, steps)) {
        json_text(sources, file, text);
        *room -= length;
    }
    memory_free(text);
}

static cJSON *sources_of(const struct report *r) {
    cJSON *sources = json_made(cJSON_CreateObject());
    size_t room = MOST_SOURCES;
    for (size_t i = 0; r->result && i < r->result->findings.count; i++) {
        const cJSON *story = r->stories ? r->stories[i] : NULL, *step;
        const cJSON *steps = told_list(story, "steps");
        cJSON_ArrayForEach(step, steps)
            add_source(sources, told_text(step, "file"), steps, &room);
    }
    return sources;
}

// Inside of a script element, nothing may look like its end.
static void add_data(struct text *page, const char *json) {
    for (const char *start = json;; json++) {
        if (*json && *json != '<')
            continue;
        text_add_bytes(page, start, (size_t)(json - start));
        if (!*json)
            return;
        text_add(page, "\\u003c");
        start = json + 1;
    }
}

char *html_result(const struct report *r) {
    static const char marker[] = "@data@";
    const char *middle = strstr(html_page, marker);
    struct text page = {0};
    char *result = json_result(r), *sources = json_print(sources_of(r));
    text_add_bytes(&page, html_page, (size_t)(middle - html_page));
    add_data(&page, "{\"result\": ");
    add_data(&page, result);
    add_data(&page, ", \"sources\": ");
    add_data(&page, sources);
    add_data(&page, ", \"tree\": ");
    add_data(&page, r->tree ? r->tree : "null");
    add_data(&page, "}");
    text_add(&page, "%s", middle + strlen(marker));
    memory_free(result);
    memory_free(sources);
    char *text = memory_text(text_get(&page), page.count);
    text_free(&page);
    return text;
}
