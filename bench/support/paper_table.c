// SPDX-License-Identifier: Apache-2.0

#include "paper_table.h"

#include "base/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

struct reader {
    struct paper_table *table;
    const char *path;
    unsigned line;
    char *error;
    size_t room;
};

__attribute__((format(printf, 2, 3))) static bool
wrong(struct reader *r, const char *format, ...) {
    va_list arguments;
    int used =
        snprintf(r->error, r->room, "%s:%u: ", file_name(r->path), r->line);
    va_start(arguments, format);
    if (used > 0 && (size_t)used < r->room)
        vsnprintf(r->error + used, r->room - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

// The next word of a line, cut off in place; NULL at its end.
static char *next_word(char **line) {
    char *word = *line + strspn(*line, " \t");
    if (!*word)
        return NULL;
    char *end = word + strcspn(word, " \t");
    *line = end;
    if (*end) {
        *end = '\0';
        *line = end + 1;
    }
    return word;
}

static char *rest(char *line) {
    line += strspn(line, " \t");
    return *line ? line : NULL;
}

// One number of a count, up to '+' or the end.
static bool read_number(const char **text, struct count *count) {
    *count = (struct count){.known = true, .exact = true};
    if (**text == '?') {
        *count = (struct count){0};
        ++*text;
        return true;
    }
    if (**text == '~') {
        count->exact = false;
        ++*text;
    }
    if (**text < '0' || **text > '9' || strspn(*text, "0123456789") > 18)
        return false;
    char *end;
    count->number = strtoull(*text, &end, 10);
    *text = end;
    return true;
}

// COMPLETE or COMPLETE+BLOCKED; nothing is blocked unless it is said.
static bool read_counts(const char *text, struct cell *cell) {
    cell->blocked = (struct count){.known = true, .exact = true};
    if (!read_number(&text, &cell->complete))
        return false;
    if (!cell->complete.known)
        cell->blocked = (struct count){0};
    if (*text == '+') {
        text++;
        if (!read_number(&text, &cell->blocked))
            return false;
    }
    return *text == '\0';
}

static bool read_options(struct reader *r, struct words *words, char *line) {
    for (char *word; (word = next_word(&line));) {
        if (word[0] != '-')
            return wrong(r, "'%s' is not an option", word);
        vec_push(words, word);
    }
    return true;
}

static bool read_column(struct reader *r, char *line) {
    struct column column = {.name = next_word(&line)};
    if (!column.name)
        return wrong(r, "a column needs a name");
    for (size_t i = 0; i < r->table->columns.count; i++)
        if (strcmp(r->table->columns.at[i].name, column.name) == 0)
            return wrong(r, "a second column %s", column.name);
    bool fine = read_options(r, &column.options, line);
    vec_push(&r->table->columns, column);
    return fine;
}

static bool read_row(struct reader *r, char *line) {
    struct row row = {.program = next_word(&line), .line = r->line};
    if (!row.program)
        return wrong(r, "a row needs a program");
    bool fine = read_options(r, &row.parameters, line);
    vec_push(&r->table->rows, row);
    return fine;
}

static bool read_cell_words(struct reader *r, struct cell *cell, char *line) {
    for (char *word; (word = next_word(&line));) {
        const char *number = word + strlen("steps=");
        if (word[0] == '-') {
            vec_push(&cell->options, word);
        } else if (strcmp(word, "quick") == 0) {
            cell->quick = true;
        } else if (strncmp(word, "steps=", strlen("steps=")) == 0) {
            if (!read_number(&number, &cell->steps) || *number)
                return wrong(r, "'%s' has no number", word);
        } else {
            return wrong(r, "'%s' is neither quick, steps=N nor an option",
                         word);
        }
    }
    return true;
}

static bool read_cell(struct reader *r, char *name, char *line) {
    struct paper_table *t = r->table;
    if (t->rows.count == 0)
        return wrong(r, "'%s' before the first row", name);
    struct row *row = &t->rows.at[t->rows.count - 1];
    struct cell cell = {0};
    while (cell.column < t->columns.count &&
           strcmp(t->columns.at[cell.column].name, name) != 0)
        cell.column++;
    if (cell.column == t->columns.count)
        return wrong(r, "there is no column %s", name);
    for (size_t i = 0; i < row->cells.count; i++)
        if (row->cells.at[i].column == cell.column)
            return wrong(r, "%s for the second time", name);
    char *counts = next_word(&line);
    if (!counts || !read_counts(counts, &cell))
        return wrong(r, "%s needs counts, like 12, 12+~3 or ?", name);
    bool fine = read_cell_words(r, &cell, line);
    vec_push(&row->cells, cell);
    return fine;
}

static bool read_text(struct reader *r, const char **text, const char *word,
                      char *line) {
    if (*text)
        return wrong(r, "%s for the second time", word);
    *text = rest(line);
    return *text || wrong(r, "%s needs a text", word);
}

static bool read_line(struct reader *r, char *line) {
    struct paper_table *t = r->table;
    bool inside = line[0] == ' ' || line[0] == '\t';
    char *word = next_word(&line);
    if (!word || word[0] == '#')
        return true;
    if (inside && t->rows.count > 0 && strcmp(word, "note") == 0)
        return read_text(r, &t->rows.at[t->rows.count - 1].note, word, line);
    if (inside)
        return read_cell(r, word, line);
    if (strcmp(word, "title") == 0)
        return read_text(r, &t->title, word, line);
    if (strcmp(word, "paper") == 0)
        return read_text(r, &t->paper, word, line);
    if (strcmp(word, "column") == 0)
        return read_column(r, line);
    if (strcmp(word, "row") == 0)
        return read_row(r, line);
    return wrong(r, "'%s' is neither title, paper, column nor row", word);
}

static bool is_whole(struct reader *r) {
    const struct paper_table *t = r->table;
    if (!t->title || !t->paper)
        return wrong(r, "no %s", t->title ? "paper" : "title");
    if (t->rows.count == 0)
        return wrong(r, "no rows");
    for (size_t i = 0; i < t->rows.count; i++)
        if (t->rows.at[i].cells.count == 0) {
            r->line = t->rows.at[i].line;
            return wrong(r, "a row without counts");
        }
    return true;
}

bool paper_table_read(struct paper_table *table, const char *path, char *error,
                      size_t room) {
    const char *why;
    size_t length;
    struct reader r = {table, path, 0, error, room};
    *table = (struct paper_table){
        .text = file_read(path, LARGEST_FILE, &length, &why)};
    if (!table->text)
        return wrong(&r, "%s", why);
    if (strlen(table->text) != length)
        return wrong(&r, "not a text");
    const char *name = file_name(path);
    table->name = table->name_text = memory_text(name, strcspn(name, "."));
    for (char *line = table->text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        r.line++;
        if (!read_line(&r, line))
            return false;
    }
    return is_whole(&r);
}

void paper_table_free(struct paper_table *table) {
    for (size_t i = 0; i < table->columns.count; i++)
        vec_free(&table->columns.at[i].options);
    for (size_t i = 0; i < table->rows.count; i++) {
        struct row *row = &table->rows.at[i];
        for (size_t j = 0; j < row->cells.count; j++)
            vec_free(&row->cells.at[j].options);
        vec_free(&row->cells);
        vec_free(&row->parameters);
    }
    vec_free(&table->columns);
    vec_free(&table->rows);
    memory_free(table->text);
    memory_free(table->name_text);
}

bool paper_table_word_builds(const char *word) {
    return word[1] != '-' || strncmp(word, "--loops=", 8) == 0 ||
           strncmp(word, "--purity=", 9) == 0 ||
           strcmp(word, "--states") == 0;
}

char *row_parameters(const struct row *row) {
    size_t length = 3;
    for (size_t i = 0; i < row->parameters.count; i++)
        length += strlen(row->parameters.at[i]) + 2;
    char *text = memory_new(length, 1);
    for (size_t i = 0; i < row->parameters.count; i++) {
        const char *word = row->parameters.at[i], *value = strchr(word, '=');
        strcat(text, i ? ", " : "(");
        strcat(text, value ? value + 1 : word + strspn(word, "-D"));
    }
    if (text[0])
        strcat(text, ")");
    return text;
}
