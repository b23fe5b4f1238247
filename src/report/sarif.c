// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0: what code review and CI systems show beside the source.
//
// A finding is a result whose code flow has one thread flow a thread; the order
// in which the threads went on is the executionOrder, which they share.

#include "base/text.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/told.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static cJSON *add_object(cJSON *parent, const char *key) {
    return json_made(cJSON_AddObjectToObject(parent, key));
}

static cJSON *add_list(cJSON *parent, const char *key) {
    return json_made(cJSON_AddArrayToObject(parent, key));
}

static cJSON *add_item(cJSON *list) {
    cJSON *item = json_made(cJSON_CreateObject());
    cJSON_AddItemToArray(list, item);
    return item;
}

static void add_message(cJSON *parent, const char *key, const char *text) {
    json_text(add_object(parent, key), "text", text);
}

// ----------------------------------------------------------------- locations

static void add_escaped(struct text *uri, const char *path) {
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     (c >= '0' && c <= '9') || strchr("-._~/", c);
        text_add(uri, plain ? "%c" : "%%%02X", c);
    }
}

// Paths stay as they are named: from where the check was run, or from the root.
static void add_artifact(cJSON *parent, const char *path) {
    struct text uri = {0};
    cJSON *artifact = add_object(parent, "artifactLocation");
    if (path[0] == '/')
        text_add(&uri, "file://");
    add_escaped(&uri, path);
    json_text(artifact, "uri", text_get(&uri));
    if (path[0] != '/')
        json_text(artifact, "uriBaseId", "SRCROOT");
    text_free(&uri);
}

static void add_location(cJSON *parent, const char *key, const char *file,
                         unsigned line, const char *function,
                         const char *message) {
    cJSON *location =
        key ? add_object(parent, key) : add_item(parent); // of a list
    if (file && file[0]) {
        cJSON *physical = add_object(location, "physicalLocation");
        add_artifact(physical, file);
        if (line)
            json_integer(add_object(physical, "region"), "startLine", line);
    }
    if (function && function[0])
        json_text(add_item(add_list(location, "logicalLocations")), "name",
                  function);
    if (message)
        add_message(location, "message", message);
}

static void add_told_location(cJSON *parent, const char *key, const cJSON *step,
                              const char *message) {
    add_location(parent, key, told_text(step, "file"),
                 told_number(step, "line"), told_text(step, "function"),
                 message);
}

// --------------------------------------------------------------------- flows

static void add_flow_step(cJSON *locations, const cJSON *step, unsigned order) {
    cJSON *at = add_item(locations);
    const char *object = told_text(step, "object");
    const char *value = told_text(step, "value");
    char *words = told_words(step);
    json_integer(at, "executionOrder", order);
    add_told_location(at, "location", step, words);
    memory_free(words);
    if (object[0] && value[0])
        add_message(add_object(at, "state"), object, value);
    bool matters = cJSON_GetObjectItem(step, "matters");
    json_text(at, "importance", matters ? "essential" : "unimportant");
}

// One of a thread; nothing if it has no steps.
static void add_thread_flow(cJSON *flows, const cJSON *steps,
                            const char *thread) {
    const cJSON *step;
    cJSON *locations = NULL;
    unsigned order = 0;
    cJSON_ArrayForEach(step, steps) {
        order++;
        if (strcmp(told_text(step, "thread"), thread) != 0)
            continue;
        if (!locations) {
            cJSON *flow = add_item(flows);
            json_text(flow, "id", thread);
            add_message(flow, "message", thread);
            locations = add_list(flow, "locations");
        }
        add_flow_step(locations, step, order);
    }
}

static void add_flows(cJSON *result, const cJSON *story) {
    const cJSON *steps = told_list(story, "steps"), *thread;
    if (!cJSON_GetArraySize(steps))
        return;
    cJSON *flow = add_item(add_list(result, "codeFlows"));
    cJSON *flows = add_list(flow, "threadFlows");
    cJSON_ArrayForEach(thread, told_list(story, "threads")) {
        const char *name = cJSON_GetStringValue(thread);
        add_thread_flow(flows, steps, name ? name : "");
    }
}

static void relate(cJSON *result, const cJSON *step) {
    cJSON *related = cJSON_GetObjectItem(result, "relatedLocations");
    char *what = told_words(step);
    struct text words = {0};
    text_add(&words, "%s: %s", told_text(step, "thread"), what);
    add_told_location(related ? related : add_list(result, "relatedLocations"),
                      NULL, step, text_get(&words));
    text_free(&words);
    memory_free(what);
}

// Both accesses of a data race; where threads wait for each other.
static void add_related(cJSON *result, const cJSON *story) {
    const cJSON *one;
    cJSON_ArrayForEach(one, told_list(story, "accesses")) {
        relate(result, one);
    }
    cJSON_ArrayForEach(one, told_list(story, "steps")) {
        if (strcmp(told_text(one, "kind"), "waits") == 0)
            relate(result, one);
    }
}

// ------------------------------------------------------------------- results

// The same for one finding before and after lines have moved: its kind, file
// and function, and the text of its line.
static void add_fingerprint(cJSON *result, const struct finding *f,
                            const cJSON *story) {
    const char *source = "";
    const cJSON *step;
    cJSON_ArrayForEach(
        step, told_list(story, "steps")) if (told_number(step, "line") ==
                                                 f->place.line &&
                                             strcmp(told_text(step, "file"),
                                                    f->place.file) == 0)
        source = told_text(step, "source");
    struct text all = {0};
    text_add(&all, "%s\n%s\n%s\n%s", finding_name(f->mishap.kind),
             f->place.file, f->place.function ? f->place.function : "", source);
    char hash[24];
    snprintf(hash, sizeof hash, "%016" PRIx64,
             (uint64_t)XXH3_64bits(text_get(&all), all.count));
    json_text(add_object(result, "partialFingerprints"), "mazurkaFinding/v1",
              hash);
    text_free(&all);
}

static void add_result(cJSON *results, const struct report *r, size_t n) {
    const struct finding *f = &r->result->findings.at[n];
    const cJSON *story = r->stories ? r->stories[n] : NULL;
    cJSON *result = add_item(results);
    json_text(result, "ruleId", finding_name(f->mishap.kind));
    json_integer(result, "ruleIndex", (uint64_t)f->mishap.kind - 1);
    json_text(result, "level", "error");
    const char *title = told_text(story, "title");
    add_message(result, "message", title[0] ? title : f->mishap.message);
    add_location(add_list(result, "locations"), NULL, f->place.file,
                 f->place.line, f->place.function, NULL);
    add_related(result, story);
    add_flows(result, story);
    add_fingerprint(result, f, story);
    cJSON *more = add_object(result, "properties");
    json_text(more, "thread", f->thread);
    json_integer(more, "executions", f->execution);
    cJSON_AddBoolToObject(more, "confirmed", f->confirmed);
    if (r->traces && r->traces[n])
        json_text(more, "trace", r->traces[n]);
}

static void add_rules(cJSON *driver) {
    cJSON *rules = add_list(driver, "rules");
    for (int kind = NO_FINDING + 1; kind < FINDING_KINDS; kind++) {
        cJSON *rule = add_item(rules);
        json_text(rule, "id", finding_name((enum finding_kind)kind));
        add_message(rule, "shortDescription",
                    finding_meaning((enum finding_kind)kind));
        json_text(add_object(rule, "defaultConfiguration"), "level", "error");
    }
}

// What the results do not say: why there may be more.
static void add_invocation(cJSON *run, const struct report *r) {
    cJSON *invocation = add_item(add_list(run, "invocations"));
    cJSON_AddBoolToObject(invocation, "executionSuccessful",
                          r->verdict != VERDICT_NOT_CHECKED);
    cJSON *notes = add_list(invocation, "toolExecutionNotifications");
    if (r->reason[0]) {
        cJSON *note = add_item(notes);
        bool failed = r->verdict == VERDICT_NOT_CHECKED;
        json_text(note, "level", failed ? "error" : "warning");
        struct text words = {0};
        text_add(&words, "%s: %s", failed ? "not checked" : "incomplete",
                 r->reason);
        add_message(note, "message", text_get(&words));
        text_free(&words);
    }
}

static void add_root(cJSON *run) {
    char *directory = getcwd(NULL, 0);
    struct text uri = {0};
    text_add(&uri, "file://");
    add_escaped(&uri, directory ? directory : "");
    text_add(&uri, "%s", directory && directory[0] && directory[1] ? "/" : "");
    json_text(add_object(add_object(run, "originalUriBaseIds"), "SRCROOT"),
              "uri", text_get(&uri));
    text_free(&uri);
    free(directory);
}

char *sarif_result(const struct report *r) {
    cJSON *log = json_made(cJSON_CreateObject());
    json_text(log, "version", "2.1.0");
    json_text(log, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cJSON *run = add_item(add_list(log, "runs"));
    cJSON *driver = add_object(add_object(run, "tool"), "driver");
    json_text(driver, "name", "mazurka");
    json_text(driver, "version", MAZURKA_VERSION);
    add_rules(driver);
    add_invocation(run, r);
    add_root(run);
    cJSON *results = add_list(run, "results");
    for (size_t i = 0; r->result && i < r->result->findings.count; i++)
        add_result(results, r, i);
    return json_print(log);
}
