// SPDX-License-Identifier: Apache-2.0
// JUnit's XML, in the form that CI systems read: a check is a test case, or
// each scenario of the program is one. It fails by what was found; that it was
// not checked, or not completely, is an error.

#include "base/text.h"
#include "report/formats.h"
#include "report/told.h"
#include "report/utf8.h"

#include <inttypes.h>
#include <string.h>

// What XML has no way to say is a question mark.
static void add_escaped(struct text *xml, const char *text) {
    char *clean = utf8_clean(text);
    for (const char *c = clean; *c; c++)
        if (*c == '<' || *c == '>' || *c == '&' || *c == '"')
            text_add(xml, "&#%d;", *c);
        else if ((unsigned char)*c < 0x20 && *c != '\n')
            text_add(xml, "%s", *c == '\t' ? "&#9;" : "?");
        else if (*c == '\xef' && c[1] == '\xbf' &&
                 (c[2] == '\xbe' || c[2] == '\xbf'))
            text_add(xml, "?"), c += 2;
        else
            text_add(xml, "%c", *c);
    memory_free(clean);
}

// On one line.
static void add_attribute(struct text *xml, const char *name,
                          const char *value) {
    text_add(xml, " %s=\"", name);
    char *line = memory_text(value, strlen(value));
    text_tame(line);
    add_escaped(xml, line);
    memory_free(line);
    text_add(xml, "\"");
}

// Those that matter: it is a person who reads this.
static void add_steps(struct text *xml, const cJSON *story) {
    const cJSON *step;
    struct text line = {0};
    cJSON_ArrayForEach(step, told_list(story, "steps")) {
        if (!cJSON_GetObjectItem(step, "matters"))
            continue;
        char *words = told_words(step);
        line.count = 0;
        text_add(&line, "%4u  %s:%u  %s: %s\n", told_number(step, "step"),
                 told_text(step, "file"), told_number(step, "line"),
                 told_text(step, "thread"), words);
        add_escaped(xml, text_get(&line));
        memory_free(words);
    }
    text_free(&line);
}

static void add_failure(struct text *xml, const struct report *r, size_t n) {
    const struct finding *f = &r->result->findings.at[n];
    const cJSON *story = r->stories ? r->stories[n] : NULL, *line;
    const char *title = told_text(story, "title");
    struct text words = {0};
    text_add(&words, "%s:%u: %s", f->place.file, f->place.line,
             title[0] ? title : f->mishap.message);
    text_add(xml, "      <failure");
    add_attribute(xml, "type", finding_name(f->mishap.kind));
    add_attribute(xml, "message", text_get(&words));
    text_add(xml, ">");
    words.count = 0;
    text_add(&words, "%s at %s:%u, thread %s\n%s\n",
             finding_name(f->mishap.kind), f->place.file, f->place.line,
             f->thread, title[0] ? title : f->mishap.message);
    cJSON_ArrayForEach(line, told_list(story, "explanation")) {
        const char *text = cJSON_GetStringValue(line);
        text_add(&words, "%s\n", text ? text : "");
    }
    add_escaped(xml, text_get(&words));
    add_steps(xml, story);
    if (r->traces && r->traces[n]) {
        words.count = 0;
        text_add(&words, "replay: mazurka replay %s\n", r->traces[n]);
        add_escaped(xml, text_get(&words));
    }
    text_add(xml, "</failure>\n");
    text_free(&words);
}

static void add_name(struct text *xml, const struct report *r,
                     const struct scenario *scenario) {
    struct text name = {0};
    const cJSON *argument;
    text_add(&name, "%s", r->program);
    cJSON_ArrayForEach(argument, r->arguments)
        text_add(&name, " %s", cJSON_GetStringValue(argument));
    if (scenario->name[0])
        text_add(&name, ": %s", scenario->name);
    add_attribute(xml, "name", text_get(&name));
    text_free(&name);
}

static bool is_error(enum verdict verdict) {
    return verdict == VERDICT_INCOMPLETE || verdict == VERDICT_NOT_CHECKED;
}

// One test case. A check without scenarios is a single one, number 0.
static void add_case(struct text *xml, const struct report *r,
                     const struct scenario_report *s, uint64_t executions) {
    text_add(xml, "    <testcase classname=\"mazurka\"");
    add_name(xml, r, &s->scenario);
    text_add(xml, " time=\"%.3f\">\n", s->seconds);
    for (size_t i = 0; r->result && i < r->result->findings.count; i++)
        if (!s->scenario.number ||
            r->result->findings.at[i].scenario.number == s->scenario.number)
            add_failure(xml, r, i);
    if (is_error(s->verdict)) {
        text_add(xml, "      <error");
        add_attribute(xml, "type", verdict_name(s->verdict));
        add_attribute(xml, "message", s->reason);
        text_add(xml, "/>\n");
    }
    if (r->result)
        text_add(xml, "      <system-out>%" PRIu64 " executions</system-out>\n",
                 executions);
    text_add(xml, "    </testcase>\n");
}

static uint64_t executions_of(const struct scenario_report *s) {
    uint64_t sum = 0;
    for (int i = 0; i < ENDINGS; i++)
        sum += s->executions[i];
    return sum;
}

// How many have this verdict, in the sense of JUnit.
static size_t count_cases(const struct report *r, bool errors) {
    size_t count = 0;
    for (size_t i = 0; i < r->scenarios.count; i++)
        count += errors ? is_error(r->scenarios.at[i].verdict)
                        : r->scenarios.at[i].verdict == VERDICT_UNSAFE;
    if (!r->scenarios.count)
        count = errors ? is_error(r->verdict) : r->verdict == VERDICT_UNSAFE;
    return count;
}

char *junit_result(const struct report *r) {
    double seconds = r->compile_seconds + (r->result ? r->result->seconds : 0);
    struct text xml = {0};
    size_t cases = r->scenarios.count;
    text_add(&xml,
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<testsuites>\n"
             "  <testsuite name=\"mazurka\" tests=\"%zu\" failures=\"%zu\" "
             "errors=\"%zu\" skipped=\"0\" time=\"%.3f\">\n",
             cases ? cases : 1, count_cases(r, false), count_cases(r, true),
             seconds);
    for (size_t i = 0; i < cases; i++)
        add_case(&xml, r, &r->scenarios.at[i],
                 executions_of(&r->scenarios.at[i]));
    if (!cases) {
        struct scenario_report all = {.verdict = r->verdict,
                                      .seconds = seconds};
        snprintf(all.reason, sizeof all.reason, "%s", r->reason);
        add_case(&xml, r, &all, r->result ? search_total(r->result) : 0);
    }
    text_add(&xml, "  </testsuite>\n</testsuites>\n");
    char *text = memory_text(text_get(&xml), xml.count);
    text_free(&xml);
    return text;
}
