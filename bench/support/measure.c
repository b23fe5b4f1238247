// SPDX-License-Identifier: Apache-2.0

#include "measure.h"

#include "base/seconds.h"

#include <fnmatch.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool measurements_open(struct measurements *all, const char *folder,
                       char *error, size_t room) {
    char pattern[512];
    glob_t found;
    *all = (struct measurements){0};
    snprintf(pattern, sizeof pattern, "%s/*.table", folder);
    if (glob(pattern, 0, NULL, &found) != 0) {
        snprintf(error, room, "no tables in %s", folder);
        return false;
    }
    bool fine = true;
    for (size_t i = 0; i < found.gl_pathc && fine; i++) {
        struct paper_table table;
        fine = paper_table_read(&table, found.gl_pathv[i], error, room);
        vec_push(&all->tables, table);
    }
    globfree(&found);
    for (size_t t = 0; t < all->tables.count && fine; t++) {
        const struct paper_table *table = &all->tables.at[t];
        for (size_t r = 0; r < table->rows.count; r++)
            for (size_t c = 0; c < table->rows.at[r].cells.count; c++)
                vec_push(&all->cells,
                         (struct measured){table,
                                           &table->rows.at[r],
                                           &table->rows.at[r].cells.at[c],
                                           NOT_ASKED,
                                           {0},
                                           ""});
    }
    return fine;
}

void measurements_close(struct measurements *all) {
    for (size_t i = 0; i < all->tables.count; i++)
        paper_table_free(&all->tables.at[i]);
    vec_free(&all->tables);
    vec_free(&all->cells);
}

const char *judgement_name(enum judgement judgement) {
    static const char *const names[] = {
        [NOT_ASKED] = "not asked",   [EQUAL] = "equal",
        [INDICATIVE] = "indicative", [DIFFERENT] = "different",
        [NOT_RUN] = "not run",       [FAILED] = "failed",
    };
    return names[judgement];
}

const char *measured_column(const struct measured *cell) {
    return cell->table->columns.at[cell->cell->column].name;
}

static void count_print(const struct count *count, char *text, size_t room) {
    if (count->known)
        snprintf(text, room, "%s%" PRIu64, count->exact ? "" : "~",
                 count->number);
    else
        snprintf(text, room, "?");
}

void counts_print(const struct cell *cell, char *text, size_t room) {
    char blocked[32];
    count_print(&cell->complete, text, room);
    count_print(&cell->blocked, blocked, sizeof blocked);
    size_t used = strlen(text);
    if (cell->complete.known == cell->blocked.known &&
        (!cell->blocked.known ||
         (cell->blocked.exact && !cell->blocked.number)))
        return;
    snprintf(text + used, room - used, "+%s", blocked);
}

// ------------------------------------------------------------- selection

bool measured_is_selected(const struct measured *m,
                          const struct measuring *how) {
    char whole[256], *parameters = row_parameters(m->row);
    if (how->quick && !m->cell->quick) {
        memory_free(parameters);
        return false;
    }
    snprintf(whole, sizeof whole, "%s/%s%s/%s", m->table->name, m->row->program,
             parameters, measured_column(m));
    memory_free(parameters);
    return !how->only || fnmatch(how->only, m->table->name, 0) == 0 ||
           fnmatch(how->only, m->row->program, 0) == 0 ||
           fnmatch(how->only, whole, 0) == 0;
}

// ------------------------------------------------------------- estimates

static double expected_runs(const struct measured *m) {
    const struct cell *cell = m->cell;
    double runs = cell->complete.known ? (double)cell->complete.number : 1000;
    return runs + (cell->blocked.known ? (double)cell->blocked.number : 0);
}

// Seconds that a cell will take, by what an execution cost in the nearest cell
// of the same program and column that was run; *known: there was one.
static double estimate(const struct measurements *all, const struct measured *m,
                       bool *known) {
    enum { GUESS_US = 10 };
    double us = GUESS_US;
    *known = false;
    for (size_t i = 0; i < all->cells.count && &all->cells.at[i] != m; i++) {
        const struct measured *other = &all->cells.at[i];
        double runs =
            (double)(other->outcome.complete + other->outcome.blocked);
        if (other->outcome.seconds < 0.02 || runs < 100 ||
            other->table != m->table ||
            other->cell->column != m->cell->column ||
            strcmp(other->row->program, m->row->program) != 0)
            continue;
        us = 1e6 * other->outcome.seconds / runs;
        *known = true;
    }
    return expected_runs(m) * us / 1e6;
}

// ------------------------------------------------------------------- one

static bool same(const struct count *paper, uint64_t ours, bool *indicative) {
    if (!paper->known || paper->number == ours)
        return true;
    *indicative |= !paper->exact;
    return !paper->exact;
}

enum judgement measured_judge(const struct cell *cell,
                              const struct outcome *o) {
    bool indicative = false;
    bool equal = same(&cell->complete, o->complete, &indicative);
    equal &= same(&cell->blocked, o->blocked, &indicative);
    equal &= same(&cell->steps, o->steps, &indicative);
    return !equal ? DIFFERENT : indicative ? INDICATIVE : EQUAL;
}

static void add_words(const struct words *from, struct words *build,
                      struct words *run) {
    for (size_t i = 0; i < from->count; i++)
        if (paper_table_word_builds(from->at[i]))
            vec_push(build, from->at[i]);
        else
            vec_push(run, from->at[i]);
}

void measured_words(const struct measured *m, struct words *build,
                    struct words *run) {
    add_words(&m->row->parameters, build, run);
    add_words(&m->table->columns.at[m->cell->column].options, build, run);
    add_words(&m->cell->options, build, run);
}

static void measure(struct measured *m, const struct measuring *how,
                    struct workshop *shop) {
    struct words build = {0}, run = {0};
    measured_words(m, &build, &run);
    const char *binary =
        workshop_build(shop, m->row->program, &build, m->why, sizeof m->why);
    m->judgement = FAILED;
    if (binary) {
        m->outcome = workshop_check(shop, binary, &run, how->seconds, how->mib);
        if (m->outcome.finished)
            m->judgement = measured_judge(m->cell, &m->outcome);
        else if (m->outcome.limited)
            m->judgement = NOT_RUN;
        snprintf(m->why, sizeof m->why, "%s", m->outcome.why);
    }
    vec_free(&build);
    vec_free(&run);
}

// -------------------------------------------------------------- progress

static void show_progress(const struct measurements *all,
                          const struct measuring *how, size_t at) {
    enum { COMPILING_MS = 500 };
    double left = 0;
    size_t count = 0, done = 0;
    for (size_t i = 0; i < all->cells.count; i++) {
        const struct measured *m = &all->cells.at[i];
        if (!measured_is_selected(m, how) ||
            (i > at && m->judgement != NOT_ASKED))
            continue;
        count++;
        done += i < at;
        bool known;
        double seconds = estimate(all, m, &known);
        if (i >= at)
            left += COMPILING_MS / 1e3 +
                    (seconds < how->seconds ? seconds : how->seconds);
    }
    const struct measured *now = &all->cells.at[at];
    fprintf(stderr, "\r\033[K%zu of %zu, about %.0f s left: %s %s, %s", done,
            count, left, now->table->name, now->row->program,
            measured_column(now));
    fflush(stderr);
}

void measurements_run(struct measurements *all, const struct measuring *how,
                      struct workshop *shop,
                      void (*done)(void *context, const struct measured *cell),
                      void *context) {
    for (size_t i = 0; i < all->cells.count; i++) {
        struct measured *m = &all->cells.at[i];
        bool known;
        if (!measured_is_selected(m, how) || m->judgement != NOT_ASKED)
            continue;
        if (how->progress)
            show_progress(all, how, i);
        double seconds = estimate(all, m, &known);
        if (known && seconds > 1.5 * how->seconds) {
            m->judgement = NOT_RUN;
            snprintf(m->why, sizeof m->why, "would take about %.0f minutes",
                     seconds / 60 + 0.5);
        } else {
            measure(m, how, shop);
        }
        if (how->progress)
            fprintf(stderr, "\r\033[K");
        done(context, m);
    }
}
