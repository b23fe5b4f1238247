// SPDX-License-Identifier: Apache-2.0

#include "report/schedule_text.h"

#include "report/explanation.h"

#include <stdio.h>
#include <string.h>

enum {
    LEAST_PAGE = 100, // for columns
    MOST_SOURCE = 24, // that has to fit into one
    GAP = 2,
    MOST_SHIFT = 6,
    LEAST_SOURCE = 12,
    NO_COLUMN = UINT32_MAX,
};

// Of a value that nobody has written. It is left out where there is no room.
#define INITIAL "initial"

struct row {
    const struct story_event *event;
    char place[64];
    const char *source;
    struct text value, note;
    const char *calls; // by which it is there, if that is new; or NULL
    bool bad;          // here it went wrong
    bool ditto;        // of the same line as the row above
};

struct sheet {
    const struct console *t;
    const struct story *s;
    VEC(struct row) rows;
    unsigned *column;        // of each thread, or NO_COLUMN
    unsigned columns, width; // of the page, and of each
    unsigned place;          // width of the widest
    unsigned name;           // the same
    const char **calls;      // of each thread, in its last row
    bool folded;             // no columns
};

unsigned schedule_width(const char *text) {
    unsigned width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

// ---------------------------------------------------------------------- rows

// Names of blocks and locals: what was there before means nothing.
static bool is_new(const struct story_event *e) {
    return e->from == STORY_ALWAYS &&
           (strstr(e->object, "block ") || strstr(e->object, "local+"));
}

// Which object it is, if the words of the source do not say it.
static const char *inner_name(const struct story_event *e) {
    const char *inner = strchr(e->object, '(');
    return inner && strstr(inner, "block") ? inner : "";
}

// What an operation on something else than memory adds to its source.
static void add_effect(const struct sheet *t, struct row *row) {
    const struct story_event *e = row->event;
    const char *other =
        e->other == STORY_ALWAYS ? "nobody" : t->s->threads.at[e->other].name;
    if (e->op == OP_SIGNAL && e->kind == STORY_STEP)
        text_add(&row->value, "wakes %s", other);
    else if (e->op == OP_SPAWN && e->kind == STORY_STEP)
        text_add(&row->value, "creates %s", other);
    else if (e->op == OP_JOIN && e->kind == STORY_STEP)
        text_add(&row->value, "joins %s", other);
    else if (e->kind == STORY_STEP && *e->words && *row->source &&
             strstr(row->source, e->words))
        text_add(&row->note, "%s", inner_name(e));
    else
        text_add(&row->value, "%s", e->text);
}

// What a call like pthread_mutex_destroy does to its object is no value.
static bool is_call(const struct story_event *e) {
    return e->kind == STORY_STEP && e->op == OP_RMW && e->before == e->after &&
           !*e->type;
}

static void add_value(const struct sheet *t, struct row *row) {
    const struct story_event *e = row->event;
    const char *name = explanation_name(e);
    if (is_call(e) && *row->source)
        return;
    if (!e->reads && !e->writes) {
        add_effect(t, row);
        return;
    }
    if (e->kind == STORY_FREED || !e->known) {
        text_add(&row->value, "%s", e->text);
        return;
    }
    if (row->ditto || !*row->source || !strstr(row->source, name))
        text_add(&row->value, "%s ", name);
    else if (*inner_name(e))
        text_add(&row->value, "%s ", inner_name(e));
    if (!e->writes)
        text_add(&row->value, "= %s%s", e->before_text,
                 e->op == OP_CAS_FAIL ? ", fails" : "");
    else if (is_new(e))
        text_add(&row->value, "→ %s", e->after_text);
    else
        text_add(&row->value, "%s → %s", e->before_text, e->after_text);
}

static void add_note(struct sheet *t, struct row *row,
                     const struct story_event *e) {
    char place[300];
    if (e->kind == STORY_WAITS)
        text_add(&row->note, "%swaits", row->note.count ? ", " : "");
    if (e->reads && e->kind != STORY_WAITS && !is_call(e)) {
        const struct story_event *from =
            e->from == STORY_ALWAYS ? NULL : &t->s->events.at[e->from];
        if (!from && !is_new(e)) {
            text_add(&row->note, "%s", INITIAL);
        } else if (from && from->thread != e->thread) {
            explanation_place(t->s, from, place, sizeof place);
            text_add(&row->note, "from %s, %s", story_thread_name(t->s, from),
                     place);
        }
    }
    if (e->newer != STORY_ALWAYS) {
        const struct story_event *newer = &t->s->events.at[e->newer];
        explanation_place(t->s, newer, place, sizeof place);
        text_add(&row->note, "%s%s %s %s %s at %s%s",
                 row->note.count ? ", " : "", e->writes ? "before" : "though",
                 story_thread_name(t->s, newer),
                 e->writes ? "wrote" : "has written", newer->after_text, place,
                 e->writes ? "" : ": nothing orders them");
    }
    // Of a helper, by whom it was called, where that changes.
    if (strstr(e->calls, " ← ") && t->calls[e->thread] != e->calls)
        row->calls = e->calls;
    t->calls[e->thread] = e->calls;
    if (t->t->locks && e->held_count) {
        text_add(&row->note, "%sholding ", row->note.count ? ", " : "");
        explanation_held(t->s, e, &row->note);
    }
}

static bool same_line(const struct story_event *a,
                      const struct story_event *b) {
    return a->thread == b->thread && a->place == b->place;
}

// A read and the write that follows in the same line are one row: n++.
static bool joins(const struct story_event *read,
                  const struct story_event *write) {
    return same_line(read, write) && read->kind == STORY_ACCESS &&
           write->kind == STORY_ACCESS && read->addr == write->addr &&
           read->size == write->size && read->reads && !read->writes &&
           write->writes && read->known && write->known &&
           read->before == write->before;
}

// The same bytes with the same value, read again in the same line.
static bool says_no_more(const struct row *row, const struct row *last) {
    const struct story_event *a = row->event, *b = last->event;
    return !a->writes && !b->writes && a->addr == b->addr &&
           a->size == b->size && a->from == b->from && a->known && b->known;
}

static void add_row(struct sheet *t, const struct story_event *before,
                    const struct story_event *e,
                    const struct story_event *next) {
    struct row *last = t->rows.count ? &t->rows.at[t->rows.count - 1] : NULL;
    if (e->kind == STORY_MISHAP && last && same_line(last->event, e)) {
        last->bad = true;
        return;
    }
    if (next && joins(e, next) && !t->t->locks)
        return;
    struct row row = {.event = e,
                      .source = story_place(t->s, e)->source,
                      .bad = e->kind == STORY_MISHAP || e->kind == STORY_WAITS,
                      .ditto = last && same_line(last->event, e)};
    explanation_place(t->s, e, row.place, sizeof row.place);
    if (e->kind == STORY_PRINTED)
        row.source = "prints";
    if (e->kind != STORY_MISHAP || !*row.source)
        add_value(t, &row);
    add_note(t, &row, before && joins(before, e) ? before : e);
    if (row.ditto && (!row.value.count || says_no_more(&row, last)) &&
        (!row.note.count || says_no_more(&row, last)))
        return; // that line has been shown
    if (row.value.at)
        text_tame(row.value.at);
    unsigned place = schedule_width(row.place);
    unsigned name = schedule_width(story_thread_name(t->s, e));
    t->place = place > t->place ? place : t->place;
    t->name = name > t->name ? name : t->name;
    vec_push(&t->rows, row);
}

// ------------------------------------------------------------------- columns

// How wide a column has to be for its rows, without notes.
static unsigned widest(const struct sheet *t) {
    unsigned most = 0;
    for (size_t i = 0; i < t->rows.count; i++) {
        const struct row *row = &t->rows.at[i];
        unsigned source = row->ditto ? 0 : schedule_width(row->source);
        unsigned width = t->place + 3 * GAP +
                         (source > MOST_SOURCE ? MOST_SOURCE : source) +
                         schedule_width(text_get(&row->value));
        most = width > most ? width : most;
    }
    return most;
}

// The one whose first thread was created first stands on the left.
static void sort_columns(struct sheet *t) {
    unsigned *rank = memory_new(t->columns, sizeof *rank), next = 0;
    for (size_t i = 0; i < t->rows.count; i++) // 0: not seen yet
        if (!rank[t->column[t->rows.at[i].event->thread]])
            rank[t->column[t->rows.at[i].event->thread]] =
                1 + t->rows.at[i].event->thread;
    unsigned *place = memory_new(t->columns, sizeof *place);
    for (unsigned least = 0; next < t->columns; least++)
        for (unsigned c = 0; c < t->columns; c++)
            if (rank[c] == 1 + least)
                place[c] = next++;
    for (size_t i = 0; i < t->s->threads.count; i++)
        if (t->column[i] != NO_COLUMN)
            t->column[i] = place[t->column[i]];
    memory_free(rank);
    memory_free(place);
}

// Do two threads have rows at one time?
static bool together(const struct sheet *t, uint32_t a, uint32_t b) {
    bool seen[2] = {false, false}, over[2] = {false, false};
    for (size_t i = 0; i < t->rows.count; i++) {
        uint32_t thread = t->rows.at[i].event->thread;
        if (thread != a && thread != b)
            continue;
        if (over[thread == b])
            return true;
        seen[thread == b] = true;
        over[thread != b] = seen[thread != b];
    }
    return false;
}

// Who comes later goes as far to the left as it can.
static void shift_left(struct sheet *t) {
    for (uint32_t i = 0; i < t->s->threads.count; i++)
        for (unsigned c = 0; t->column[i] != NO_COLUMN && c < t->column[i];
             c++) {
            bool is_free = false;
            for (uint32_t k = 0; k < t->s->threads.count; k++)
                if (k != i && t->column[k] == t->column[i])
                    is_free = true; // it leaves no column empty
            for (uint32_t k = 0; k < t->s->threads.count; k++)
                if (k != i && t->column[k] == c)
                    is_free &= !together(t, i, k);
            if (is_free) {
                t->column[i] = c;
                break;
            }
        }
}

// Is the page wide enough for so many columns?
static bool fit(struct sheet *t, unsigned columns) {
    t->columns = columns;
    t->width = columns ? (t->t->width - GAP) / columns : 0;
    return t->t->width >= LEAST_PAGE && t->width >= widest(t);
}

// Each thread has a column, but main, which most often only begins and ends the
// program, shares one if there are others and it can.
static bool give_columns(struct sheet *t) {
    unsigned used = 0, shared = NO_COLUMN;
    for (size_t i = 0; i < t->rows.count; i++)
        t->column[t->rows.at[i].event->thread] = 0; // it needs one
    for (uint32_t i = 1; i < t->s->threads.count; i++)
        if (t->column[i] != NO_COLUMN)
            t->column[i] = used++;
    for (uint32_t i = 1;
         t->column[0] != NO_COLUMN && used > 1 && i < t->s->threads.count; i++)
        if (t->column[i] != NO_COLUMN && shared == NO_COLUMN &&
            !together(t, 0, i))
            shared = t->column[i];
    if (shared != NO_COLUMN)
        t->column[0] = shared;
    else if (t->column[0] != NO_COLUMN) {
        for (uint32_t i = 1; i < t->s->threads.count; i++)
            t->column[i] += t->column[i] != NO_COLUMN;
        used++;
    }
    return fit(t, used);
}

// The first column whose last thread has had its last row before this one's
// first.
static bool share_columns(struct sheet *t) {
    size_t threads = t->s->threads.count, used = 0;
    size_t *last = memory_new(threads, sizeof *last);
    size_t *free_after = memory_new(threads, sizeof *free_after);
    for (size_t i = 0; i < threads; i++)
        t->column[i] = NO_COLUMN;
    for (size_t i = 0; i < t->rows.count; i++)
        last[t->rows.at[i].event->thread] = i + 1;
    for (size_t i = 0; i < t->rows.count; i++) {
        uint32_t thread = t->rows.at[i].event->thread;
        if (t->column[thread] != NO_COLUMN)
            continue;
        unsigned c = 0;
        while (c < used && free_after[c] > i)
            c++;
        used = c == used ? used + 1 : used;
        t->column[thread] = c;
        free_after[c] = last[thread];
    }
    memory_free(last);
    memory_free(free_after);
    t->columns = (unsigned)used;
    sort_columns(t);
    shift_left(t);
    return fit(t, (unsigned)used);
}

static void assign_columns(struct sheet *t) {
    t->column = memory_new(t->s->threads.count, sizeof *t->column);
    for (size_t i = 0; i < t->s->threads.count; i++)
        t->column[i] = NO_COLUMN;
    t->folded = !give_columns(t) && !share_columns(t);
}

static void spaces(const struct sheet *t, unsigned count) {
    fprintf(t->t->out, "%*s", (int)count, "");
}

static void put(const struct sheet *t, const char *text, const char *colour) {
    if (t->t->colour && *colour)
        fputs(colour, t->t->out);
    print_clean(t->t->out, text);
    if (t->t->colour && *colour)
        fputs(CONSOLE_PLAIN, t->t->out);
}

// As much of it as fits.
static unsigned put_cut(const struct sheet *t, const char *text, unsigned room,
                        const char *colour) {
    unsigned width = schedule_width(text);
    if (width <= room) {
        put(t, text, colour);
        return width;
    }
    struct text cut = {0};
    unsigned taken = 0;
    for (; taken + 1 < room || ((unsigned char)*text & 0xc0) == 0x80; text++) {
        taken += ((unsigned char)text[1] & 0xc0) != 0x80;
        text_add_bytes(&cut, text, 1);
    }
    text_add(&cut, "…");
    put(t, text_get(&cut), colour);
    text_free(&cut);
    return room;
}

// Behind what ends at `end`, if there is room up to `edge`, or in a line of its
// own: where it ends.
static unsigned put_aside(const struct sheet *t, const char *text, unsigned end,
                          unsigned start, unsigned edge) {
    unsigned width = schedule_width(text);
    bool fits = end + GAP + width <= edge;
    if (!width || (!fits && strcmp(text, INITIAL) == 0))
        return end;
    if (!fits) {
        fputc('\n', t->t->out);
        spaces(t, start);
        end = start;
    } else {
        spaces(t, GAP);
        end += GAP;
    }
    return end + put_cut(t, text, t->t->width - end, CONSOLE_FAINT);
}

// A chain of calls, if it is too long for a line, in several.
static void put_calls(const struct sheet *t, const char *calls, unsigned end,
                      unsigned start, unsigned edge) {
    struct text line = {0};
    text_add(&line, "in ");
    while (*calls) {
        const char *next = strstr(calls + 1, " ← ");
        size_t length = next ? (size_t)(next - calls) : strlen(calls);
        char *part = memory_text(calls, length);
        if (line.count > 3 &&
            start + schedule_width(text_get(&line)) + schedule_width(part) >
                edge) {
            end = put_aside(t, text_get(&line), end, start, edge);
            line.count = 0;
        }
        text_add(&line, "%s", part);
        memory_free(part);
        calls += length;
    }
    put_aside(t, text_get(&line), end, start, edge);
    text_free(&line);
}

// A row in `room` columns from `start` on.
static void print_row(const struct sheet *t, const struct row *row,
                      unsigned start, unsigned room) {
    const char *red = row->bad ? CONSOLE_RED : "";
    unsigned place = schedule_width(row->place);
    const char *value = text_get(&row->value), *note = text_get(&row->note);
    unsigned width = schedule_width(value), used = t->place + GAP;
    put(t, row->ditto ? "" : row->place, red);
    spaces(t, t->place - (row->ditto ? 0 : place) + GAP);
    unsigned needed = used + width + 2 * GAP;
    unsigned left = room > needed + LEAST_SOURCE ? room - needed : LEAST_SOURCE;
    unsigned natural = row->ditto ? 0 : schedule_width(row->source);
    unsigned edge = start + room < t->t->width ? start + room : t->t->width;
    unsigned over = start + needed + left + schedule_width(note);
    over = *note && over > edge ? over - edge : 0;
    if (left >= natural + over) // rather than a line of its own for the note
        left -= over;
    // A value that does not fit beside its source has a line of its own.
    bool below = start + used + left + GAP + width > t->t->width && natural &&
                 start + used + width <= t->t->width;
    if (below) {
        left = t->t->width - start - used;
        put_cut(t, row->source, left, red);
        fputc('\n', t->t->out);
        spaces(t, start + used);
        left = 0;
    }
    unsigned source =
        below ? 0 : put_cut(t, row->ditto ? "" : row->source, left, red);
    if (width && !below)
        spaces(t, left - source + GAP);
    put(t, value, row->bad ? CONSOLE_RED : CONSOLE_UNDERLINED);
    unsigned end = start + used + left + (below ? 0 : GAP) + width;
    if (!width && !below)
        end = start + used + source;
    end = put_aside(t, note, end, start + used, edge);
    if (row->calls) {
        put_calls(t, row->calls, end, start + used, edge);
    }
    fputc('\n', t->t->out);
}

// The function in which the thread of this event began; "": not known.
static void first_function(const struct story_event *e, char *text,
                           size_t room) {
    const char *at = e->calls, *next;
    while ((next = strstr(at, " ← ")))
        at = next + strlen(" ← ");
    snprintf(text, room, "%.*s", (int)strcspn(at, " ("), at);
}

// The name of a thread, and of where it began.
static unsigned put_name(const struct sheet *t, size_t row) {
    const struct story_event *e = t->rows.at[row].event;
    const char *name = story_thread_name(t->s, e);
    char function[100] = "";
    for (size_t i = row; i < t->rows.count && !*function; i++)
        if (t->rows.at[i].event->thread == e->thread)
            first_function(t->rows.at[i].event, function, sizeof function);
    put(t, name, CONSOLE_BOLD);
    if (!*function || strcmp(function, name) == 0)
        return schedule_width(name);
    fprintf(t->t->out, "  %s()", function);
    return schedule_width(name) + GAP + schedule_width(function) + 2;
}

// The names of those who begin in this row or, in the first line, of all that
// come first in their columns.
static void print_names(const struct sheet *t, size_t from, bool all) {
    unsigned at = 0;
    for (unsigned c = 0; c < t->columns; c++)
        for (size_t i = from; i < (all ? t->rows.count : from + 1); i++) {
            const struct story_event *e = t->rows.at[i].event;
            if (t->column[e->thread] != c)
                continue;
            spaces(t, GAP + c * t->width - at);
            at = GAP + c * t->width + put_name(t, i);
            break;
        }
    fputc('\n', t->t->out);
}

static void print_columns(const struct sheet *t) {
    uint32_t *now = memory_new(t->columns, sizeof *now);
    print_names(t, 0, true);
    spaces(t, GAP);
    for (unsigned i = GAP; i < t->t->width - GAP; i++)
        fputs("─", t->t->out);
    fputc('\n', t->t->out);
    for (size_t i = 0; i < t->rows.count; i++) {
        uint32_t thread = t->rows.at[i].event->thread;
        unsigned c = t->column[thread];
        if (now[c] && now[c] != thread + 1)
            print_names(t, i, false);
        now[c] = thread + 1;
        spaces(t, GAP + c * t->width);
        print_row(t, &t->rows.at[i], GAP + c * t->width, t->width);
    }
    memory_free(now);
}

static void print_folded(const struct sheet *t) {
    unsigned shift = t->columns > 1 ? MOST_SHIFT / (t->columns - 1) : 0;
    shift = shift > GAP ? GAP : shift;
    for (size_t i = 0; i < t->rows.count; i++) {
        const struct row *row = &t->rows.at[i];
        const char *name = story_thread_name(t->s, row->event);
        unsigned before = shift * t->column[row->event->thread];
        unsigned start = GAP + before + t->name + GAP;
        spaces(t, GAP + before);
        put(t, name, CONSOLE_BOLD);
        spaces(t, t->name - schedule_width(name) + GAP);
        print_row(t, row, start, t->t->width > start ? t->t->width - start : 0);
    }
}

void schedule_print(const struct console *console, const struct story *story,
                    const struct slice *slice) {
    struct sheet t = {.t = console, .s = story};
    const struct story_event *before = NULL, *next;
    t.calls = memory_new(story->threads.count, sizeof *t.calls);
    for (size_t i = 0; i < slice->events.count; i++) {
        const struct story_event *e = &story->events.at[slice->events.at[i]];
        bool last = i + 1 == slice->events.count;
        next = last ? NULL : &story->events.at[slice->events.at[i + 1]];
        add_row(&t, before, e, next);
        before = e;
    }
    assign_columns(&t);
    if (t.rows.count)
        (t.folded ? print_folded : print_columns)(&t);
    for (size_t i = 0; i < t.rows.count; i++) {
        text_free(&t.rows.at[i].value);
        text_free(&t.rows.at[i].note);
    }
    vec_free(&t.rows);
    memory_free(t.calls);
    memory_free(t.column);
}
