// SPDX-License-Identifier: Apache-2.0

#include "check/resume_file.h"

#include "base/file.h"
#include "check/messages.h"
#include "explore/saved_result.h"

#include <errno.h>
#include <string.h>

enum { RESUME_FILE_VERSION = 1, MOST_BYTES = 1 << 30 };

static const char magic[] = "mazurka checkpoint\n";

// Those that decide what there is to explore, and what is found.
static const enum option matter[] = {
    OPTION_ALGORITHM,
    OPTION_RACES,
    OPTION_DYNAMIC_LOOPS,
    OPTION_SPURIOUS_WAKEUPS,
    OPTION_REUSE,
    OPTION_INDEPENDENT_ADDS,
    OPTION_UNROLL,
    OPTION_MAX_STEPS,
    OPTION_MAX_CONTEXT_SWITCHES,
    OPTION_KEEP_GOING,
    OPTION_CHECK,
    OPTION_NO_CHECK,
    OPTION_ABORT,
    OPTION_MEMORY,
    OPTION_NONDET,
    OPTION_FILES,
    OPTION_DIGEST,
    OPTION_PROPERTY,
};

static char *options_that_matter(const struct options *o) {
    struct text line = {0};
    for (size_t i = 0; i < sizeof matter / sizeof *matter; i++) {
        const struct option_value *v = &o->at[matter[i]];
        text_add(&line, "--%s=%s,%llu ", option_name(matter[i]),
                 v->text ? v->text : "", (unsigned long long)v->number);
    }
    char *all = memory_text(text_get(&line), line.count);
    text_free(&line);
    return all;
}

static char *arguments_of(const struct check *c) {
    char *printed = cJSON_PrintUnformatted(c->origin.arguments);
    char *text =
        memory_text(printed ? printed : "", printed ? strlen(printed) : 0);
    cJSON_free(printed);
    return text;
}

char *resume_file_done(const char *path) {
    struct text name = {0};
    text_add(&name, "%s.done", path);
    char *done = memory_text(text_get(&name), name.count);
    text_free(&name);
    return done;
}

struct resume_file resume_file_for(const struct check *c) {
    const char *hash = c->origin.hash.text;
    return (struct resume_file){.program = memory_text(hash, strlen(hash)),
                                .arguments = arguments_of(c),
                                .options = options_that_matter(&c->options)};
}

void resume_file_free(struct resume_file *p) {
    memory_free(p->program);
    memory_free(p->arguments);
    memory_free(p->options);
    bytes_free(&p->learnt);
    for (size_t i = 0; i < p->parts.count; i++) {
        search_result_free(&p->parts.at[i].result);
        bytes_free(&p->parts.at[i].left);
    }
    vec_free(&p->parts);
    *p = (struct resume_file){0};
}

static void put_bytes(struct bytes *to, const struct bytes *from) {
    bytes_block(to, from->at, from->count);
}

static struct bytes get_bytes(struct bytes_reader *r) {
    size_t size = 0;
    const void *block = bytes_get_block(r, &size);
    struct bytes own = {0};
    if (!block)
        return own;
    vec_reserve(&own, size + 1);
    memcpy(own.at, block, size);
    own.count = size;
    return own;
}

bool resume_file_write(const struct resume_file *p, const char *path) {
    struct bytes all = {0}, sealed = {0};
    bytes_number(&all, RESUME_FILE_VERSION);
    bytes_text(&all, MAZURKA_VERSION);
    bytes_text(&all, p->program);
    bytes_text(&all, p->arguments);
    bytes_text(&all, p->options);
    bytes_number(&all, p->number);
    bytes_number(&all, p->of);
    put_bytes(&all, &p->learnt);
    bytes_number(&all, p->parts.count);
    for (size_t i = 0; i < p->parts.count; i++) {
        result_save(&p->parts.at[i].result, &all);
        put_bytes(&all, &p->parts.at[i].left);
    }
    bytes_text(&sealed, magic);
    bytes_seal(&sealed, &all);
    bool written = file_write(path, (const char *)sealed.at, sealed.count);
    if (!written)
        complain_line("cannot write %s: %s", path, strerror(errno));
    bytes_free(&all);
    bytes_free(&sealed);
    return written;
}

static const char *read_parts(struct resume_file *p, struct bytes_reader *r) {
    p->program = bytes_get_text(r);
    p->arguments = bytes_get_text(r);
    p->options = bytes_get_text(r);
    p->number = bytes_get_below(r, UINT32_MAX);
    p->of = bytes_get_below(r, UINT32_MAX);
    p->learnt = get_bytes(r);
    for (size_t left = bytes_get_count(r); left && !r->bad; left--) {
        vec_push(&p->parts, (struct resume_part){0});
        struct resume_part *part = &p->parts.at[p->parts.count - 1];
        if (result_load(&part->result, r))
            part->left = get_bytes(r);
    }
    return bytes_end(r) && p->parts.count ? NULL : "it is damaged";
}

static const char *read_sealed(struct resume_file *p, const char *bytes,
                               size_t size) {
    struct bytes_reader r = bytes_read(bytes, size), all;
    char *name = bytes_get_text(&r);
    bool known = strcmp(name, magic) == 0;
    memory_free(name);
    if (!known)
        return "it is no checkpoint";
    if (!bytes_unseal(&r, &all) || !bytes_end(&r))
        return "it is damaged";
    bool same = bytes_get_number(&all) == RESUME_FILE_VERSION;
    char *version = bytes_get_text(&all);
    same = same && strcmp(version, MAZURKA_VERSION) == 0;
    memory_free(version);
    return same ? read_parts(p, &all) : "another version has made it";
}

const char *resume_file_read(struct resume_file *p, const char *path) {
    size_t size;
    const char *error;
    *p = (struct resume_file){0};
    char *bytes = file_read(path, MOST_BYTES, &size, &error);
    if (!bytes)
        return error;
    error = read_sealed(p, bytes, size);
    memory_free(bytes);
    return error;
}

const char *resume_file_objection(const struct resume_file *p,
                                  const struct check *c) {
    struct resume_file own = resume_file_for(c);
    const char *objection =
        strcmp(own.program, p->program)
            ? "it was made for another build of the program"
        : strcmp(own.arguments, p->arguments)
            ? "it was made with other arguments of the program"
        : strcmp(own.options, p->options) ? "it was made with other options"
                                          : NULL;
    resume_file_free(&own);
    return objection;
}
