// SPDX-License-Identifier: Apache-2.0

#include "report/json.h"

#include "base/fault.h"
#include "report/formats.h"
#include "report/utf8.h"

#include <inttypes.h>
#include <string.h>

enum { SCHEMA = 1 }; // docs/result.schema.json

cJSON *json_made(cJSON *item) {
    if (!item)
        fault("out of memory");
    return item;
}

void json_integer(cJSON *object, const char *key, uint64_t number) {
    char text[24]; // a double would lose digits
    snprintf(text, sizeof text, "%" PRIu64, number);
    json_made(cJSON_AddRawToObject(object, key, text));
}

void json_decimal(cJSON *object, const char *key, double number) {
    char text[64];
    snprintf(text, sizeof text, "%.6f", number);
    json_made(cJSON_AddRawToObject(object, key, text));
}

cJSON *json_item(const char *text) {
    char *clean = utf8_clean(text);
    cJSON *item = json_made(cJSON_CreateString(clean));
    memory_free(clean);
    return item;
}

void json_text(cJSON *object, const char *key, const char *text) {
    if (text)
        cJSON_AddItemToObject(object, key, json_item(text));
    else
        json_made(cJSON_AddNullToObject(object, key));
}

char *json_print(cJSON *object) {
    char *printed = cJSON_Print(object);
    if (!printed)
        fault("out of memory");
    size_t length = strlen(printed);
    char *text = memory_new(length + 2, 1);
    memcpy(text, printed, length);
    text[length] = '\n';
    cJSON_free(printed);
    cJSON_Delete(object);
    return text;
}

cJSON *json_finding(const struct finding *f) {
    cJSON *object = json_made(cJSON_CreateObject());
    json_text(object, "kind", finding_name(f->mishap.kind));
    json_text(object, "message", f->mishap.message);
    json_text(object, "thread", f->thread);
    json_text(object, "file", f->place.file);
    json_integer(object, "line", f->place.line);
    json_text(object, "function", f->place.function);
    json_integer(object, "executions", f->execution);
    if (f->scenario.name[0])
        json_text(object, "scenario", f->scenario.name);
    return object;
}

static void add_findings(cJSON *root, const struct report *r) {
    cJSON *findings = json_made(cJSON_AddArrayToObject(root, "findings"));
    size_t count = r->result ? r->result->findings.count : 0;
    for (size_t i = 0; i < count; i++) {
        cJSON *one = json_finding(&r->result->findings.at[i]);
        cJSON_AddBoolToObject(one, "confirmed",
                              r->result->findings.at[i].confirmed);
        json_text(one, "trace", r->traces ? r->traces[i] : NULL);
        const cJSON *story = r->stories ? r->stories[i] : NULL, *part;
        cJSON_ArrayForEach(part, story) cJSON_AddItemToObject(
            one, part->string, json_made(cJSON_Duplicate(part, true)));
        cJSON_AddItemToArray(findings, one);
    }
}

static void add_outside(cJSON *root, const char *key,
                        const struct outside *calls, size_t count) {
    cJSON *list = json_made(cJSON_AddArrayToObject(root, key));
    for (size_t i = 0; i < count; i++)
        cJSON_AddItemToArray(list, json_item(calls[i].name));
}

static void add_executions(cJSON *object, const uint64_t *executions) {
    cJSON *counts = json_made(cJSON_AddObjectToObject(object, "executions"));
    json_integer(counts, "complete", executions[ENDED_COMPLETE]);
    json_integer(counts, "sleep_set_blocked", executions[ENDED_ASLEEP]);
    json_integer(counts, "assume_blocked", executions[ENDED_ASSUME]);
    json_integer(counts, "deadlocked",
                 executions[ENDED_DEADLOCK] + executions[ENDED_AWAIT]);
    json_integer(counts, "bounded", executions[ENDED_BOUNDED]);
}

static void add_scenarios(cJSON *root, const struct report *r) {
    if (!r->scenarios.count)
        return;
    cJSON *list = json_made(cJSON_AddArrayToObject(root, "scenarios"));
    for (size_t i = 0; i < r->scenarios.count; i++) {
        const struct scenario_report *s = &r->scenarios.at[i];
        cJSON *one = json_made(cJSON_CreateObject());
        json_text(one, "name", s->scenario.name);
        json_text(one, "verdict", verdict_name(s->verdict));
        if (s->reason[0])
            json_text(one, "reason", s->reason);
        cJSON_AddBoolToObject(one, "complete", s->complete);
        add_executions(one, s->executions);
        json_decimal(one, "seconds", s->seconds);
        cJSON_AddItemToArray(list, one);
    }
}

static void add_counts(cJSON *root, const struct search_result *r) {
    add_executions(root, r->executions);
    cJSON *steps = json_made(cJSON_AddObjectToObject(root, "steps"));
    json_integer(steps, "executed", r->steps);
    json_integer(steps, "replayed", r->replayed);
    json_integer(root, "races_reversed", r->races_reversed);
    json_integer(root, "processes", r->processes ? r->processes : 1);
}

// The options say whether it was asked for.
static void add_digest(cJSON *root, const struct report *r) {
    char text[DIGEST_TEXT];
    if (!r->result || !cJSON_IsTrue(cJSON_GetObjectItem(r->options, "digest")))
        return;
    digest_text(r->result->digest, text);
    json_text(root, "digest", text);
}

// With at most so many switches everything is explored.
static void add_bound(cJSON *root, const struct report *r) {
    if (!r->result || (r->bounding != BOUND_PREEMPTIONS &&
                       r->bounding != BOUND_SWITCHES))
        return;
    enum limit limit = r->result->limit;
    bool all = limit == NO_LIMIT || limit == LIMIT_PREEMPTIONS ||
               limit == LIMIT_SWITCHES;
    if (all || r->result->switches_done)
        json_integer(root,
                     r->bounding == BOUND_PREEMPTIONS ? "preemptions"
                                                      : "switches",
                     r->result->switches_done - !all);
}

static void add_cuts(cJSON *root, const struct search_result *result) {
    cJSON *loops = json_made(cJSON_AddArrayToObject(root, "cut_loops"));
    for (size_t i = 0; i < result->cuts.count; i++) {
        const struct cut *cut = &result->cuts.at[i];
        struct place place = cut->place;
        if (cut->limit != LIMIT_ROUNDS)
            continue;
        cJSON *one = json_made(cJSON_CreateObject());
        json_text(one, "file", place.file);
        json_integer(one, "line", place.line);
        json_text(one, "function", place.function);
        json_integer(one, "executions", cut->executions);
        cJSON_AddItemToArray(loops, one);
    }
}

static void add_states(cJSON *root, const struct state_statistics *states) {
    cJSON *object = json_made(cJSON_AddObjectToObject(root, "states"));
#define X(member, key, words) json_integer(object, key, states->member);
    STATE_STATISTICS(X)
#undef X
}

static void add_program(cJSON *root, const struct report *r) {
    if (r->sources) {
        cJSON_AddItemToObject(root, "program",
                              json_made(cJSON_Duplicate(r->sources, true)));
    } else {
        cJSON *program = json_made(cJSON_AddArrayToObject(root, "program"));
        cJSON_AddItemToArray(program, json_item(r->program));
    }
    cJSON *none = r->arguments ? cJSON_Duplicate(r->arguments, true)
                               : cJSON_CreateArray();
    cJSON_AddItemToObject(root, "arguments", json_made(none));
}

// Only of a search that was not finished, and whose size is known.
static void add_estimate(cJSON *root, const struct estimate *e) {
    if (e->total <= 0)
        return;
    cJSON *object = json_made(cJSON_AddObjectToObject(root, "estimate"));
    json_decimal(object, "executions", e->total);
    json_decimal(object, "low", e->low);
    json_decimal(object, "high", e->high);
}

char *json_result(const struct report *r) {
    static const struct search_result nothing;
    const struct search_result *result = r->result ? r->result : &nothing;
    cJSON *root = json_made(cJSON_CreateObject());
    json_text(root, "mazurka", MAZURKA_VERSION);
    json_integer(root, "schema", SCHEMA);
    add_program(root, r);
    cJSON_AddItemToObject(root, "options",
                          json_made(cJSON_Duplicate(r->options, true)));
    enum algorithm taken = r->result ? r->result->algorithm : r->asked;
    json_text(root, "algorithm", algorithm_name(taken));
    json_text(root, "memory", memory_model(r->memory)->name);
    add_outside(root, "outside", r->outside.at, r->outside.count);
    add_outside(root, "trusted", r->trusted.at, r->trusted.count);
    json_text(root, "verdict", verdict_name(r->verdict));
    if (r->reason[0])
        json_text(root, "reason", r->reason);
    cJSON_AddBoolToObject(root, "complete",
                          r->verdict == VERDICT_SAFE || r->complete);
    add_scenarios(root, r);
    add_counts(root, result);
    add_digest(root, r);
    add_bound(root, r);
    if (r->verdict == VERDICT_INCOMPLETE)
        add_estimate(root, &result->estimate);
    if (algorithm_has(taken, KNOWS_STATES))
        add_states(root, &result->states);
    cJSON *seconds = json_made(cJSON_AddObjectToObject(root, "seconds"));
    json_decimal(seconds, "compile", r->compile_seconds);
    json_decimal(seconds, "explore", result->seconds);
    json_decimal(seconds, "explore_cpu", result->cpu_seconds);
    json_integer(root, "peak_kib", r->peak_kib);
    add_findings(root, r);
    cJSON *unconfirmed = json_made(cJSON_AddArrayToObject(root, "unconfirmed"));
    for (size_t i = 0; i < r->unconfirmed.count; i++)
        cJSON_AddItemToArray(unconfirmed, json_finding(&r->unconfirmed.at[i]));
    add_cuts(root, result);
    return json_print(root);
}
