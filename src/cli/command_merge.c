// SPDX-License-Identifier: Apache-2.0
// mazurka merge: the verdict of a search that was split, from what has come of
// its units. Which of them are missing is said.

#include "cli/command.h"

#include "base/file.h"
#include "check/messages.h"
#include "check/resume_file.h"
#include "explore/search_sum.h"
#include "explore/work_unit.h"

#include <inttypes.h>
#include <string.h>

struct merging {
    const char *folder;
    struct resume_file first; // for whom all of them are
    uint32_t of, missing;
    bool decided; // what comes behind does not matter
    bool restart;
    struct text names; // of those that are missing
    VEC(struct bytes) learnt;
    struct search_result sum;
};

static char *path_of(const struct merging *m, uint32_t number) {
    struct text path = {0};
    text_add(&path, "%s/unit-%06u", m->folder, number);
    char *copy = memory_text(text_get(&path), path.count);
    text_free(&path);
    return copy;
}

static bool is_same(const struct resume_file *a, const struct resume_file *b) {
    return strcmp(a->program, b->program) == 0 &&
           strcmp(a->arguments, b->arguments) == 0 &&
           strcmp(a->options, b->options) == 0 && a->of == b->of;
}

static void note_missing(struct merging *m, const char *path) {
    if (m->missing++ < 5)
        text_add(&m->names, "%s%s", m->names.count ? ", " : "",
                 file_name(path));
}

// All that has come of one, in its order; false if something is left.
static bool add_parts(struct merging *m, struct resume_file *done) {
    bool left = false;
    for (size_t i = 0; i < done->parts.count && !m->decided; i++) {
        struct resume_part *p = &done->parts.at[i];
        left |= p->left.count;
        m->restart |= p->result.restart;
        m->decided = p->result.unfinished && p->result.findings.count;
        search_sum_add_part(&m->sum, &p->result);
    }
    if (done->learnt.count) {
        vec_push(&m->learnt, done->learnt);
        done->learnt = (struct bytes){0};
    }
    return !left;
}

// NULL, or why it cannot be merged.
static const char *add_unit(struct merging *m, uint32_t number) {
    char *path = path_of(m, number), *done = resume_file_done(path);
    struct resume_file file = {0};
    const char *objection = NULL;
    if (!file_is_regular(done))
        note_missing(m, path);
    else {
        objection = resume_file_read(&file, done);
        if (!objection && (!is_same(&file, &m->first) || file.number != number))
            objection = "it belongs to another search";
        if (!objection && !add_parts(m, &file))
            note_missing(m, path);
    }
    if (objection)
        refuse(NULL, "%s: %s", done, objection);
    resume_file_free(&file);
    memory_free(path);
    memory_free(done);
    return objection;
}

// What all have learnt is to begin with, in a file of its own.
static void write_again(struct merging *m, const struct bytes *together) {
    struct text path = {0};
    struct resume_file again = m->first;
    struct resume_part whole = {.left = *together};
    text_add(&path, "%s/again", m->folder);
    again.parts.at = &whole;
    again.parts.count = again.parts.room = 1;
    again.learnt = (struct bytes){0};
    again.number = again.of = 0;
    if (resume_file_write(&again, text_get(&path)))
        complain_line("the program turned out to have something because of "
                      "which all must begin again: split it once more, with "
                      "--resume=%s",
                      text_get(&path));
    text_free(&path);
}

// Does what they have seen fit together?
static void see_if_all_agree(struct merging *m) {
    struct bytes together = {0};
    bool agree = true;
    if (m->learnt.count &&
        !work_units_unite(m->learnt.at, m->learnt.count, &together, &agree))
        agree = false;
    m->restart |= !agree;
    if (m->restart && !m->decided)
        write_again(m, &together);
    bytes_free(&together);
}

static void tell_findings(const struct search_result *r) {
    for (size_t i = 0; i < r->findings.count; i++) {
        const struct finding *f = &r->findings.at[i];
        printf("%s at ", finding_name(f->mishap.kind));
        print_clean(stdout, f->place.file);
        printf(":%u, %s: ", f->place.line, f->thread);
        print_clean(stdout, f->mishap.message);
        putchar('\n');
    }
}

static int judge(struct merging *m) {
    struct report r = {.result = &m->sum};
    if (m->missing && !m->decided)
        snprintf(r.ended, sizeof r.ended,
                 "%" PRIu32 " of %" PRIu32 " units are missing (%.80s%s)",
                 m->missing, m->of, text_get(&m->names),
                 m->missing > 5 ? ", …" : "");
    else if (m->restart && !m->decided)
        snprintf(r.ended, sizeof r.ended, "all units must begin again");
    m->sum.restart = false;
    tell_findings(&m->sum);
    report_judge(&r);
    report_last_line(&r, stdout);
    return (int)r.verdict;
}

int command_merge(int count, char **arguments) {
    struct merging m = {.folder = count == 1 ? arguments[0] : ""};
    if (count != 1)
        return refuse(NULL, "one folder is needed: mazurka merge FOLDER");
    char *first = path_of(&m, 1);
    const char *objection = resume_file_read(&m.first, first);
    if (objection)
        refuse("'mazurka split' writes units", "cannot read %s: %s", first,
               objection);
    m.of = m.first.of;
    for (uint32_t i = 1; i <= m.of && !objection && !m.decided; i++)
        objection = add_unit(&m, i);
    int code = VERDICT_NOT_CHECKED;
    if (!objection) {
        see_if_all_agree(&m);
        code = judge(&m);
    }
    for (size_t i = 0; i < m.learnt.count; i++)
        bytes_free(&m.learnt.at[i]);
    vec_free(&m.learnt);
    search_result_free(&m.sum);
    resume_file_free(&m.first);
    text_free(&m.names);
    memory_free(first);
    return code;
}
