// SPDX-License-Identifier: Apache-2.0
// A verification witness of SV-COMP, format 2.2 (YAML): for others to see that
// the verdict is right.
//
// Unsafe: a violation_sequence. Of the schedule it has only where another
// thread goes on, and the target: whoever validates finds the rest. Safe: an
// invariant_set without invariants; the search needs none. No verdict: an empty
// list.

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "report/formats.h"
#include "report/told.h"
#include "report/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum { MOST_SOURCE = 64 << 20 };

// A scalar between quotation marks, which is never taken for anything else.
static void add_scalar(struct text *yaml, const char *text) {
    char *clean = utf8_clean(text);
    text_add(yaml, "\"");
    for (const char *c = clean; *c; c++)
        if (*c == '"' || *c == '\\')
            text_add(yaml, "\\%c", *c);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f)
            text_add(yaml, "\\x%02x", (unsigned)*c);
        else
            text_add(yaml, "%c", *c);
    text_add(yaml, "\"");
    memory_free(clean);
}

static void add_pair(struct text *yaml, const char *before, const char *key,
                     const char *value) {
    text_add(yaml, "%s%s: ", before, key);
    add_scalar(yaml, value);
    text_add(yaml, "\n");
}

// ------------------------------------------------------------------- the task

// Which property of SV-COMP a finding violates; others are named alike.
static void specification(enum finding_kind kind, char *text, size_t room) {
    static const char *const properties[FINDING_KINDS] = {
        [NO_FINDING] = "G ! call(reach_error())",
        [FINDING_ASSERTION] = "G ! call(reach_error())",
        [FINDING_ABORT] = "G ! call(reach_error())",
        [FINDING_DATA_RACE] = "G ! data-race",
        [FINDING_NULL_DEREFERENCE] = "G valid-deref",
        [FINDING_SEGFAULT] = "G valid-deref",
        [FINDING_USE_AFTER_FREE] = "G valid-deref",
        [FINDING_OUT_OF_BOUNDS] = "G valid-deref",
        [FINDING_DOUBLE_FREE] = "G valid-free",
        [FINDING_INVALID_FREE] = "G valid-free",
        [FINDING_LEAK] = "G valid-memtrack",
    };
    char other[64];
    snprintf(other, sizeof other, "G ! %s", finding_name(kind));
    snprintf(text, room, "CHECK( init(main()), LTL(%s) )",
             properties[kind] ? properties[kind] : other);
}

static void add_file(struct text_map *known, struct text *names,
                     struct text *hashes, const char *path) {
    bool is_new;
    size_t length;
    const char *reason;
    text_map_put(known, path, 0, &is_new);
    if (!is_new)
        return;
    char *source = file_read(path, MOST_SOURCE, &length, &reason);
    if (!source)
        return;
    text_add(names, "        - ");
    add_scalar(names, path);
    text_add(names, "\n");
    text_add(hashes, "        ");
    add_scalar(hashes, path);
    add_pair(hashes, "", "", sha256(source, length).text);
    memory_free(source);
}

// The sources, as far as they are known and there.
static void add_files(struct text *yaml, const struct report *r) {
    struct text_map known = {0};
    struct text names = {0}, hashes = {0};
    const cJSON *one;
    cJSON_ArrayForEach(one, r->sources)
        add_file(&known, &names, &hashes, cJSON_GetStringValue(one));
    if (!r->sources) {
        for (size_t i = 0; i < r->result->findings.count; i++)
            add_file(&known, &names, &hashes,
                     r->result->findings.at[i].place.file);
    }
    if (!names.count)
        add_file(&known, &names, &hashes, r->program);
    text_add(yaml, "      input_files:%s%s", names.count ? "\n" : " []\n",
             text_get(&names));
    text_add(yaml, "      input_file_hashes:%s%s", names.count ? "\n" : " {}\n",
             text_get(&hashes));
    text_map_free(&known);
    text_free(&names);
    text_free(&hashes);
}

static void make_uuid(char *text, size_t room) {
    unsigned char b[16] = {0};
    if (getrandom(b, sizeof b, 0) != sizeof b)
        memset(b, 0x5a, sizeof b);
    b[6] = (b[6] & 0x0f) | 0x40;
    b[8] = (b[8] & 0x3f) | 0x80;
    snprintf(text, room,
             "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
             "%02x%02x%02x%02x%02x%02x",
             b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10],
             b[11], b[12], b[13], b[14], b[15]);
}

static void add_metadata(struct text *yaml, const struct report *r,
                         const char *type, enum finding_kind kind) {
    char uuid[40], now[40], wanted[120];
    time_t seconds = time(NULL);
    struct tm day;
    make_uuid(uuid, sizeof uuid);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &day));
    specification(kind, wanted, sizeof wanted);
    text_add(yaml, "- entry_type: %s\n  metadata:\n", type);
    add_pair(yaml, "    ", "format_version", "2.2");
    add_pair(yaml, "    ", "uuid", uuid);
    add_pair(yaml, "    ", "creation_time", now);
    text_add(yaml, "    producer:\n");
    add_pair(yaml, "      ", "name", "mazurka");
    add_pair(yaml, "      ", "version", MAZURKA_VERSION);
    text_add(yaml, "    task:\n");
    add_files(yaml, r);
    add_pair(yaml, "      ", "specification", wanted);
    add_pair(yaml, "      ", "data_model",
             sizeof(long) == 8 ? "LP64" : "ILP32");
    add_pair(yaml, "      ", "language", "C");
}

// --------------------------------------------------------------- the violation

// Threads are numbered in the order of their creation.
static int number_of(const cJSON *story, const char *thread) {
    const cJSON *one;
    int number = 0;
    cJSON_ArrayForEach(one, told_list(story, "threads")) {
        const char *name = cJSON_GetStringValue(one);
        if (name && strcmp(name, thread) == 0)
            return number;
        number++;
    }
    return 0;
}

static void add_waypoint(struct text *yaml, const char *type, const char *file,
                         unsigned line, const char *function, int thread) {
    text_add(yaml, "      - waypoint:\n");
    add_pair(yaml, "          ", "type", type);
    add_pair(yaml, "          ", "action", "follow");
    if (strcmp(type, "assumption") == 0)
        text_add(yaml, "          constraint:\n"
                       "            value: \"1\"\n"
                       "            format: \"c_expression\"\n");
    text_add(yaml, "          thread_id: %d\n          location:\n", thread);
    add_pair(yaml, "            ", "file_name", file);
    text_add(yaml, "            line: %u\n", line);
    if (function && function[0])
        add_pair(yaml, "            ", "function", function);
}

// A segment wherever another thread goes on.
static void add_switches(struct text *yaml, const cJSON *story) {
    const char *last = "";
    const cJSON *step;
    cJSON_ArrayForEach(step, told_list(story, "steps")) {
        const char *thread = told_text(step, "thread");
        if (strcmp(told_text(step, "kind"), "operation") != 0 ||
            strcmp(thread, last) == 0 || !told_number(step, "line"))
            continue;
        last = thread;
        text_add(yaml, "    - segment:\n");
        add_waypoint(yaml, "assumption", told_text(step, "file"),
                     told_number(step, "line"), told_text(step, "function"),
                     number_of(story, thread));
    }
}

// Where it goes wrong; in a data race there are two such places.
static void add_target(struct text *yaml, const struct finding *f,
                       const cJSON *story) {
    text_add(yaml, "    - segment:\n");
    const cJSON *access, *accesses = told_list(story, "accesses");
    if (cJSON_GetArraySize(accesses) != 2)
        add_waypoint(yaml, "target", f->place.file, f->place.line,
                     f->place.function, number_of(story, f->thread));
    else
        cJSON_ArrayForEach(access, accesses) add_waypoint(
            yaml, "target", told_text(access, "file"),
            told_number(access, "line"), told_text(access, "function"),
            number_of(story, told_text(access, "thread")));
}

char *witness_result(const struct report *r) {
    struct text yaml = {0};
    if (r->verdict == VERDICT_SAFE) {
        add_metadata(&yaml, r, "invariant_set", NO_FINDING);
        text_add(&yaml, "  content: []\n");
    } else if (r->verdict == VERDICT_UNSAFE) {
        const struct finding *f = &r->result->findings.at[0];
        const cJSON *story = r->stories ? r->stories[0] : NULL;
        add_metadata(&yaml, r, "violation_sequence", f->mishap.kind);
        text_add(&yaml, "  content:\n");
        add_switches(&yaml, story);
        add_target(&yaml, f, story);
    } else {
        text_add(&yaml, "[]\n");
    }
    char *text = memory_text(text_get(&yaml), yaml.count);
    text_free(&yaml);
    return text;
}
