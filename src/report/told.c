// SPDX-License-Identifier: Apache-2.0

#include "report/told.h"

#include "base/table.h"
#include "report/explanation.h"
#include "report/json.h"

#include <stdio.h>
#include <string.h>

// ------------------------------------------------------------------- reading

const char *told_text(const cJSON *object, const char *key) {
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

unsigned told_number(const cJSON *object, const char *key) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    double value = cJSON_IsNumber(item) ? item->valuedouble : 0;
    return value >= 0 && value <= UINT32_MAX ? (unsigned)value : 0;
}

const cJSON *told_list(const cJSON *object, const char *key) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsArray(list) ? list : NULL;
}

char *told_words(const cJSON *step) {
    struct text words = {0};
    const char *text = told_text(step, "text");
    size_t length = strlen(text);
    const char *kind = told_text(step, "kind");
    bool prints = strcmp(kind, "printed") == 0;
    bool waits = strcmp(kind, "waits") == 0;
    length -= prints && length && text[length - 1] == '\n';
    text_add(&words, "%s%.*s",
             prints  ? "prints "
             : waits ? "waits: "
                     : "",
             (int)length, text);
    char *line = memory_text(text_get(&words), words.count);
    text_tame(line);
    text_free(&words);
    return line;
}

// -------------------------------------------------------------- what is told

// Which threads have acted on a word of memory.
struct sharers {
    uint64_t key; // 1 + address / 8
    uint64_t threads;
};

// Events that are told, and their places among these.
struct selection {
    const struct story *story;
    struct slice slice;   // those that explain it
    VEC(uint32_t) events; // in the story
    VEC(uint32_t) places; // of each of the story's: among these; or NOT_TOLD
    uint32_t left_out;    // so many of the first ones are not told
};

enum { NOT_TOLD = UINT32_MAX, FEW_EVENTS = 1000, MOST_WORDS = 64 };

static bool is_access(const struct story_event *e) {
    return e->kind == STORY_ACCESS || e->kind == STORY_FREED;
}

// What a long story tells of plain accesses: those to what is shared.
static void select_events(struct selection *s) {
    TABLE(struct sharers) words = {0};
    const struct story *story = s->story;
    for (size_t i = 0; i < story->events.count; i++) {
        const struct story_event *e = &story->events.at[i];
        uint64_t end =
            e->addr + (e->size < 8 * MOST_WORDS ? e->size : 8 * MOST_WORDS);
        if (e->kind != STORY_STEP && !is_access(e))
            continue;
        for (uint64_t a = e->addr / 8; 8 * a < end; a++) {
            struct sharers *word = table_put(&words, 1 + a);
            word->threads |= UINT64_C(1) << e->thread % 64;
        }
    }
    for (uint32_t i = 0; i < story->events.count; i++) {
        const struct story_event *e = &story->events.at[i];
        const struct sharers *word = table_find(&words, 1 + e->addr / 8);
        bool own =
            is_access(e) && word && !(word->threads & (word->threads - 1));
        bool told = !own || story->events.count <= FEW_EVENTS;
        for (size_t k = 0; k < s->slice.events.count; k++)
            told |= s->slice.events.at[k] == i;
        vec_push(&s->places, told ? (uint32_t)s->events.count : NOT_TOLD);
        if (told)
            vec_push(&s->events, i);
    }
    if (s->events.count > TOLD_MOST_STEPS)
        s->left_out = (uint32_t)s->events.count - TOLD_MOST_STEPS;
    table_free(&words);
}

// ------------------------------------------------------------------- writing

static void add_place(cJSON *object, const struct story_place *place) {
    json_text(object, "file", place->file);
    json_integer(object, "line", place->line);
    json_text(object, "function", place->function);
    json_text(object, "source", place->source);
}

static void add_locks(cJSON *object, const struct story *story,
                      const struct story_event *e) {
    if (!e->held_count)
        return;
    cJSON *locks = json_made(cJSON_AddArrayToObject(object, "locks"));
    for (uint32_t i = 0; i < e->held_count; i++) {
        uint32_t taken = story->held.at[e->held + i];
        cJSON_AddItemToArray(locks, json_item(story->events.at[taken].object));
    }
}

static void add_from(cJSON *object, const struct selection *s,
                     const struct story_event *e) {
    uint32_t from = e->from == STORY_ALWAYS ? NOT_TOLD : s->places.at[e->from];
    if (from == NOT_TOLD || from < s->left_out)
        json_text(object, "from", NULL);
    else
        json_integer(object, "from", from - s->left_out);
}

static void add_action(cJSON *object, const struct selection *s,
                       const struct story_event *e) {
    const struct story *story = s->story;
    json_text(object, "operation",
              e->kind == STORY_FREED ? "free" : op_name(e->op));
    if (e->object[0]) {
        json_text(object, "object", e->object);
        add_from(object, s, e);
    }
    if (e->size)
        json_integer(object, "size", e->size);
    if (e->kind == STORY_STEP && op_rows[e->op].holds)
        json_made(
            cJSON_AddNumberToObject(object, "holds", op_rows[e->op].holds));
    if (e->known) {
        json_text(object, "old", e->before_text);
        json_text(object, "value", e->after_text);
    }
    if (e->other != STORY_ALWAYS)
        json_text(object, "other", story->threads.at[e->other].name);
    if (e->calls[0])
        json_text(object, "calls", e->calls);
}

static cJSON *step_of(const struct selection *s, const struct story_event *e) {
    static const char *const kinds[] = {
        [STORY_STEP] = "operation", [STORY_ACCESS] = "access",
        [STORY_FREED] = "freed",    [STORY_PRINTED] = "printed",
        [STORY_MISHAP] = "mishap",  [STORY_WAITS] = "waits"};
    cJSON *object = json_made(cJSON_CreateObject());
    json_text(object, "kind", kinds[e->kind]);
    json_integer(object, "step", e->step);
    json_text(object, "thread", story_thread_name(s->story, e));
    add_place(object, story_place(s->story, e));
    json_text(object, "text", e->text);
    if (e->kind == STORY_STEP || is_access(e) ||
        (e->kind == STORY_WAITS && (e->object[0] || e->other != STORY_ALWAYS)))
        add_action(object, s, e);
    if (e->wanted[0])
        json_text(object, "wanted", e->wanted);
    add_locks(object, s->story, e);
    uint32_t event = (uint32_t)(e - s->story->events.at);
    bool matters = e->kind == STORY_MISHAP || e->kind == STORY_WAITS;
    for (size_t i = 0; i < s->slice.events.count; i++)
        matters |= s->slice.events.at[i] == event;
    if (matters)
        json_made(cJSON_AddTrueToObject(object, "matters"));
    return object;
}

// -------------------------------------------------------------- in sentences

static void add_sentences(cJSON *told, const struct selection *s,
                          const struct mishap *mishap) {
    struct text text = {0};
    explanation_title(s->story, mishap, &text);
    json_text(told, "title", text_get(&text));
    text.count = 0;
    explanation_of(s->story, mishap, &s->slice, &text);
    cJSON *lines = json_made(cJSON_AddArrayToObject(told, "explanation"));
    char *rest = text.count ? text.at : NULL;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (line[0])
            cJSON_AddItemToArray(lines, json_item(line));
    text_free(&text);
}

static void add_accesses(cJSON *told, const struct selection *s,
                         const struct mishap *mishap) {
    const struct story_event *both[2];
    if (mishap->kind != FINDING_DATA_RACE ||
        !slice_race(s->story, mishap, both))
        return;
    cJSON *accesses = json_made(cJSON_AddArrayToObject(told, "accesses"));
    cJSON_AddItemToArray(accesses, step_of(s, both[0]));
    cJSON_AddItemToArray(accesses, step_of(s, both[1]));
}

cJSON *told_story(const struct story *story, const struct finding *finding) {
    struct selection s = {.story = story,
                          .slice = slice_of(story, &finding->mishap)};
    select_events(&s);
    cJSON *told = json_made(cJSON_CreateObject());
    add_sentences(told, &s, &finding->mishap);
    cJSON *threads = json_made(cJSON_AddArrayToObject(told, "threads"));
    for (size_t i = 0; i < story->threads.count; i++)
        cJSON_AddItemToArray(threads, json_item(story->threads.at[i].name));
    cJSON *steps = json_made(cJSON_AddArrayToObject(told, "steps"));
    for (size_t i = s.left_out; i < s.events.count; i++)
        cJSON_AddItemToArray(steps,
                             step_of(&s, &story->events.at[s.events.at[i]]));
    json_integer(told, "steps_left_out", s.left_out);
    json_integer(told, "switches", story->switches);
    add_accesses(told, &s, &finding->mishap);
    slice_free(&s.slice);
    vec_free(&s.events);
    vec_free(&s.places);
    return told;
}
