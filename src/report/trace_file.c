// SPDX-License-Identifier: Apache-2.0

#include "report/trace_file.h"

#include "base/file.h"
#include "base/table.h"
#include "base/text.h"
#include "report/json.h"
#include "report/slice.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FORMAT = 2 };

struct program_hash program_hash(const char *text, size_t length) {
    XXH128_hash_t hash = XXH3_128bits(text, length);
    struct program_hash result;
    snprintf(result.text, sizeof result.text,
             "xxh3-128:%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64,
             (uint64_t)hash.low64);
    return result;
}

struct program_hash trace_build_hash(const char *const *words, size_t count) {
    struct text all = {0};
    struct program_hash hash = {""};
    bool complete = true;
    for (size_t i = 0; i < count && complete; i++) {
        text_add_bytes(&all, words[i], strlen(words[i]) + 1);
        if (words[i][0] == '-' || !(text_ends(words[i], ".c") || text_ends(words[i], ".i")))
            continue;
        const char *error;
        size_t length;
        char *source =
            file_read(words[i], TRACE_FILE_MOST_BYTES, &length, &error);
        complete = source;
        if (source)
            text_add(&all, "%s\n", program_hash(source, length).text);
        memory_free(source);
    }
    if (complete)
        hash = program_hash(text_get(&all), all.count);
    text_free(&all);
    return hash;
}

char *trace_file_usual_name(const char *program, bool is_source) {
    enum { MOST = 200 }; // file systems allow 255, and a draft needs some
    const char *name = file_name(program), *dot = strrchr(name, '.');
    size_t length =
        is_source && dot && dot > name ? (size_t)(dot - name) : strlen(name);
    struct text text = {0};
    text_add(&text, "%.*s.mazurka-trace.json",
             (int)(length < MOST ? length : MOST), name);
    char *usual = memory_text(text_get(&text), text.count);
    text_free(&text);
    return usual;
}

char *trace_file_name(const char *first, size_t n) {
    size_t length = strlen(first), stem = length;
    if (length > 5 && strcmp(first + length - 5, ".json") == 0)
        stem = length - 5;
    char *name = memory_new(length + 32, 1);
    if (n == 0)
        snprintf(name, length + 32, "%s", first);
    else
        snprintf(name, length + 32, "%.*s-%zu%s", (int)stem, first, n + 1,
                 first + stem);
    return name;
}

// ------------------------------------------------------------------- writing

// A file name as it is, byte by byte: it has to be found again.
static void add_name(cJSON *object, const char *key, const char *name) {
    json_made(cJSON_AddStringToObject(object, key, name));
}

static void add_options(cJSON *root, struct relation relation) {
    cJSON *options = json_made(cJSON_AddObjectToObject(root, "options"));
    json_text(options, "independent-adds", relation.blind_adds ? "on" : "off");
    json_text(options, "failed-cas",
              relation.failed_cas_writes ? "write" : "read");
    json_text(options, "readers",
              relation.readers_conflict ? "dependent" : "independent");
    if (relation.graphs)
        json_text(options, "algorithm", "graph");
}

// One raw item keeps the file readable.
static void add_pair(cJSON *array, const char *path, uint32_t number) {
    size_t room = strlen(path) + 24;
    char *pair = memory_new(room, 1);
    snprintf(pair, room, "[\"%s\", %" PRIu32 "]", path, number);
    cJSON_AddItemToArray(array, json_made(cJSON_CreateRaw(pair)));
    memory_free(pair);
}

static void add_schedule(cJSON *root, const struct portable_schedule *s) {
    cJSON *threads = json_made(cJSON_AddArrayToObject(root, "threads"));
    VEC(char *) paths = {0};
    for (uint32_t i = 0; i < s->threads.count; i++) {
        vec_push(&paths, portable_path(s, i));
        add_pair(threads, paths.at[i], s->threads.at[i].number);
    }
    cJSON *schedule = json_made(cJSON_AddArrayToObject(root, "schedule"));
    for (size_t i = 0; i < s->steps.count; i++)
        add_pair(schedule, paths.at[s->steps.at[i].thread],
                 s->steps.at[i].choice);
    for (size_t i = 0; i < paths.count; i++)
        memory_free(paths.at[i]);
    vec_free(&paths);
}

static void add_readers_part(cJSON *root, const struct story *story) {
    cJSON *steps = json_made(cJSON_CreateArray());
    for (size_t i = 0; i < story->events.count; i++) {
        const struct story_event *e = &story->events.at[i];
        char text[400 + MACHINE_THREAD_NAME];
        if (e->kind != STORY_STEP)
            continue;
        snprintf(text, sizeof text, "%s, line %u: %s",
                 story_thread_name(story, e), story_place(story, e)->line,
                 e->text);
        cJSON_AddItemToArray(steps, cJSON_CreateString(text));
    }
    cJSON_AddItemToObject(root, "steps", steps);
}

// The steps in which something happens that explains the finding.
static void add_relevant(cJSON *root, const struct story *story,
                         const struct mishap *mishap) {
    cJSON *steps = json_made(cJSON_AddArrayToObject(root, "relevant_steps"));
    struct slice slice = slice_of(story, mishap);
    uint32_t last = 0;
    for (size_t i = 0; i < slice.events.count; i++) {
        uint32_t step = story->events.at[slice.events.at[i]].step;
        if (step > last)
            cJSON_AddItemToArray(steps, json_made(cJSON_CreateNumber(step)));
        last = step > last ? step : last;
    }
    slice_free(&slice);
}

static void add_copy(cJSON *root, const char *key, const cJSON *value) {
    cJSON *copy = value ? cJSON_Duplicate(value, true) : cJSON_CreateArray();
    cJSON_AddItemToObject(root, key, json_made(copy));
}

static void add_origin(cJSON *root, const struct trace_origin *origin) {
    json_text(root, "hash", origin->hash.text);
    if (!origin->native) {
        add_options(root, origin->relation);
        return;
    }
    add_copy(root, "options", origin->options);
    add_copy(root, "sources", origin->sources);
    add_copy(root, "compiler", origin->compiler);
    add_copy(root, "arguments", origin->arguments);
    if (origin->build.text[0])
        json_text(root, "build_hash", origin->build.text);
}

char *trace_file_text(const struct trace_origin *origin,
                      const struct finding *finding,
                      const struct story *story) {
    cJSON *root = json_made(cJSON_CreateObject());
    json_integer(root, "mazurka_trace", FORMAT);
    json_text(root, "mazurka", MAZURKA_VERSION);
    json_text(root, "machine", origin->native ? "native" : "model");
    add_name(root, "program", origin->program);
    char *directory = getcwd(NULL, 0);
    if (directory)
        add_name(root, "directory", directory);
    free(directory);
    json_text(root, "named_by", origin->named_by_user ? "user" : "mazurka");
    add_origin(root, origin);
    if (finding->scenario.number)
        json_integer(root, "scenario", finding->scenario.number);
    cJSON_AddItemToObject(root, "finding", json_finding(finding));
    add_schedule(root, &finding->schedule);
    add_readers_part(root, story);
    add_relevant(root, story, &finding->mishap);
    return json_print(root);
}

// ------------------------------------------------------------------- reading

static const char *text_at(const cJSON *object, const char *key) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

static char *copy_at(const cJSON *object, const char *key) {
    const char *text = text_at(object, key);
    return text ? memory_text(text, strlen(text)) : NULL;
}

// A whole number from 0 to `most`.
static bool number_of(const cJSON *item, double most, uint64_t *number) {
    if (!cJSON_IsNumber(item))
        return false;
    double value = item->valuedouble;
    if (!(value >= 0 && value <= most) || value != (double)(uint64_t)value)
        return false;
    *number = (uint64_t)value;
    return true;
}

static bool number_at(const cJSON *object, const char *key, double most,
                      uint64_t *number) {
    return number_of(cJSON_GetObjectItemCaseSensitive(object, key), most,
                     number);
}

// One of two words.
static bool word_at(const cJSON *object, const char *key, const char *no,
                    const char *yes, bool *value) {
    const char *word = text_at(object, key);
    if (!word || (strcmp(word, no) && strcmp(word, yes)))
        return false;
    *value = strcmp(word, yes) == 0;
    return true;
}

static const char *parse_head(const cJSON *root, struct trace_file *f) {
    uint64_t format;
    if (!number_at(root, "mazurka_trace", 1e9, &format))
        return "it is no trace of mazurka";
    if (format != FORMAT)
        return "its format is not known to this version";
    const char *machine = text_at(root, "machine");
    if (!machine || (strcmp(machine, "model") && strcmp(machine, "native")))
        return "it is of no machine that this version knows";
    f->native = strcmp(machine, "native") == 0;
    const char *named_by = text_at(root, "named_by");
    f->named_by_user = !named_by || strcmp(named_by, "mazurka") != 0;
    const char *hash = text_at(root, "hash");
    f->program = copy_at(root, "program");
    f->directory = copy_at(root, "directory");
    if (!f->program || !f->program[0] || !hash ||
        strlen(hash) >= sizeof f->hash.text)
        return "it does not say of which program it is";
    strcpy(f->hash.text, hash);
    const char *build = text_at(root, "build_hash");
    if (build && strlen(build) < sizeof f->build.text)
        strcpy(f->build.text, build);
    if (f->native)
        return NULL;
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(root, "options");
    struct relation *r = &f->relation;
    if (!word_at(options, "independent-adds", "off", "on", &r->blind_adds) ||
        !word_at(options, "failed-cas", "read", "write",
                 &r->failed_cas_writes) ||
        !word_at(options, "readers", "independent", "dependent",
                 &r->readers_conflict) ||
        (cJSON_GetObjectItemCaseSensitive(options, "algorithm") &&
         !word_at(options, "algorithm", "graph", "graph", &r->graphs)))
        return "its options are damaged";
    r->graphs = cJSON_GetObjectItemCaseSensitive(options, "algorithm");
    return NULL;
}

static const char *parse_scenario(const cJSON *root, struct trace_file *f) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(root, "scenario");
    const cJSON *finding = cJSON_GetObjectItemCaseSensitive(root, "finding");
    const char *name = text_at(finding, "scenario");
    uint64_t value = 0;
    if (number && (!number_of(number, UINT32_MAX, &value) || !value))
        return "its scenario is damaged";
    f->scenario.number = (unsigned)value;
    snprintf(f->scenario.name, sizeof f->scenario.name, "%s", name ? name : "");
    return NULL;
}

static const char *parse_finding(const cJSON *root, struct trace_file *f) {
    const cJSON *finding = cJSON_GetObjectItemCaseSensitive(root, "finding");
    const char *kind = text_at(finding, "kind");
    uint64_t line;
    f->kind = kind ? finding_named(kind) : NO_FINDING;
    f->thread = copy_at(finding, "thread");
    f->message = copy_at(finding, "message");
    if (!f->kind || !f->thread || !f->message ||
        !number_at(finding, "line", UINT32_MAX, &line) ||
        !number_at(finding, "executions", 9e15, &f->executions))
        return "its finding is damaged";
    f->line = (unsigned)line;
    return NULL;
}

// [path, number]. NULL if it is no such pair.
static const char *pair_of(const cJSON *pair, uint32_t *number) {
    const cJSON *first = cJSON_IsArray(pair) ? pair->child : NULL;
    const cJSON *second = first ? first->next : NULL;
    uint64_t value;
    if (!second || second->next || !number_of(second, UINT32_MAX, &value))
        return NULL;
    *number = (uint32_t)value;
    return cJSON_GetStringValue(first);
}

// Threads by their paths.
struct path_row {
    uint64_t key; // hash of the path
    const char *text;
    size_t length;
    uint32_t thread;
};

struct path_table {
    TABLE(struct path_row) rows;
};

static uint64_t path_key(const char *text, size_t length) {
    return XXH3_64bits(text, length) | 1;
}

static uint32_t path_thread(const struct path_table *t, const char *text,
                            size_t length) {
    for (struct path_row *row = table_find(&t->rows, path_key(text, length));
         row; row = table_next(&t->rows, row))
        if (row->length == length && memcmp(row->text, text, length) == 0)
            return row->thread;
    return NO_CREATOR;
}

// A thread of the table, after its creator.
static bool add_thread(struct path_table *paths, struct portable_schedule *s,
                       const char *path, uint32_t number) {
    struct portable_thread t = {.creator = NO_CREATOR, .number = number};
    const char *dot = strrchr(path, '.'), *last = dot ? dot + 1 : path;
    size_t length = strlen(path);
    char *end;
    unsigned long nth = strtoul(last, &end, 10);
    if (*last < '0' || *last > '9' || *end || nth >= NO_CREATOR)
        return false;
    t.nth = (uint32_t)nth;
    if (dot) {
        t.creator = path_thread(paths, path, (size_t)(dot - path));
        if (t.creator == NO_CREATOR || t.nth == 0)
            return false;
    }
    if (path_thread(paths, path, length) != NO_CREATOR)
        return false;
    uint64_t key = path_key(path, length);
    *table_add(&paths->rows, key) =
        (struct path_row){key, path, length, (uint32_t)s->threads.count};
    vec_push(&s->threads, t);
    return true;
}

static const char *parse_steps(const cJSON *root, struct path_table *paths,
                               struct portable_schedule *s) {
    const cJSON *threads = cJSON_GetObjectItemCaseSensitive(root, "threads");
    const cJSON *schedule = cJSON_GetObjectItemCaseSensitive(root, "schedule");
    if (!cJSON_IsArray(threads) || !cJSON_IsArray(schedule))
        return "it has no schedule";
    const cJSON *pair;
    uint32_t number;
    cJSON_ArrayForEach(pair, threads) {
        const char *path = pair_of(pair, &number);
        if (!path || !add_thread(paths, s, path, number))
            return "its threads are damaged";
    }
    cJSON_ArrayForEach(pair, schedule) {
        const char *path = pair_of(pair, &number);
        uint32_t thread =
            path ? path_thread(paths, path, strlen(path)) : NO_CREATOR;
        if (thread == NO_CREATOR)
            return "its schedule is damaged";
        vec_push(&s->steps, (struct step){thread, number});
    }
    return NULL;
}

static const char *parse_schedule(const cJSON *root, struct trace_file *f) {
    struct path_table paths = {0};
    const char *wrong = parse_steps(root, &paths, &f->schedule);
    table_free(&paths.rows);
    return wrong;
}

// A character 0 would end a text before its end, for us and not for others.
static bool has_zeros(const char *text, size_t length) {
    for (size_t i = 0; i + 5 < length; i++) {
        if (text[i] == '\\' && memcmp(text + i + 1, "u0000", 5) == 0)
            return true;
        i += text[i] == '\\';
    }
    return false;
}

bool trace_file_parse(const char *text, size_t length, struct trace_file *file,
                      char *error, size_t room) {
    *file = (struct trace_file){0};
    // The terminating 0 belongs to the text, so that the end can be required.
    cJSON *root = cJSON_ParseWithLengthOpts(text, length + 1, NULL, true);
    const char *wrong = "it is no JSON";
    if (root && has_zeros(text, length))
        wrong = "a text in it has a character 0";
    else if (root)
        wrong = cJSON_IsObject(root) ? parse_head(root, file)
                                     : "it is no trace of mazurka";
    if (!wrong)
        wrong = parse_finding(root, file);
    if (!wrong)
        wrong = parse_scenario(root, file);
    if (!wrong)
        wrong = parse_schedule(root, file);
    if (!wrong && file->native)
        file->root = root;
    else
        cJSON_Delete(root);
    if (wrong)
        snprintf(error, room, "%s", wrong);
    return !wrong;
}

static bool same_list(const struct trace_file *f, const char *key,
                      const cJSON *list) {
    const cJSON *other = cJSON_GetObjectItemCaseSensitive(f->root, key);
    return list ? cJSON_Compare(list, other, true)
                : cJSON_GetArraySize(other) == 0;
}

bool trace_file_is_of(const struct trace_file *f,
                      const struct trace_origin *origin) {
    char *directory = getcwd(NULL, 0);
    bool here =
        directory && f->directory && strcmp(f->directory, directory) == 0;
    free(directory);
    if (!here || f->native != origin->native)
        return false;
    // What was compiled for one check lies somewhere else for the next.
    bool compiled = cJSON_GetArraySize(origin->sources);
    bool same = compiled || strcmp(f->program, origin->program) == 0;
    return same &&
           (!f->native || (same_list(f, "sources", origin->sources) &&
                           same_list(f, "compiler", origin->compiler) &&
                           same_list(f, "arguments", origin->arguments)));
}

void trace_file_free(struct trace_file *f) {
    cJSON_Delete(f->root);
    memory_free(f->program);
    memory_free(f->directory);
    memory_free(f->thread);
    memory_free(f->message);
    portable_schedule_free(&f->schedule);
}
