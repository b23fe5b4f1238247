// SPDX-License-Identifier: Apache-2.0

#include "machine/native/call_chain.h"

#include "base/file.h"
#include "base/text.h"
#include "machine/native/call_words.h"
#include "machine/native/runtime_state.h"

#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// From the linker.
extern const char __executable_start[];

enum { FRAMES = 40, MOST_CHAINS = 4096 };

void call_chain_init(void) {
    void *frame;
    backtrace(&frame, 1);
}

static bool is_program(const void *address) {
    uintptr_t start = (uintptr_t)__start_mz_code;
    return (uintptr_t)address - start < (uintptr_t)__stop_mz_code - start;
}

static uint64_t hash_of(const struct call_chain *chain) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < chain->count; i++)
        hash = (hash ^ chain->at[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash | 1;
}

uint32_t call_chain_here(void) {
    struct call_chains *c = &native.recording.calls;
    void *frames[FRAMES];
    struct call_chain chain = {0};
    int count = backtrace(frames, FRAMES);
    for (int i = 0; i < count && chain.count < CALL_CHAIN_MOST; i++)
        if (is_program(frames[i]))
            chain.at[chain.count++] = (uintptr_t)frames[i];
    if (!chain.count || c->chains.count >= MOST_CHAINS)
        return 0;
    struct call_number *item = table_put(&c->index, hash_of(&chain));
    if (!item->number) { // two with one hash are told as the first
        vec_push(&c->chains, chain);
        item->number = (uint32_t)c->chains.count;
    }
    return item->number;
}

// ---------------------------------------------------------------- addr2line

// As the file has it.
static uintptr_t in_file(uintptr_t address) {
    const Elf64_Ehdr *head = (const void *)__executable_start;
    bool moves = head->e_type == ET_DYN;
    return moves ? address - (uintptr_t)__executable_start : address;
}

static void start_reader(struct call_chains *c) {
    int to[2], from[2];
    char path[64];
    pid_t child;
    c->tried = true;
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        return;
    snprintf(path, sizeof path, "/proc/%d/exe", (int)getpid());
    char *words[] = {"addr2line", "-a", "-f", "-i", "-e", path, NULL};
    char *environment[] = {"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C",
                           NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                     O_WRONLY, 0);
    bool fails =
        posix_spawnp(&child, words[0], &actions, NULL, words, environment) != 0;
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    c->to = fails ? NULL : fdopen(to[1], "w");
    c->from = fails ? NULL : fdopen(from[0], "r");
}

static bool read_line(struct call_chains *c, char *line, size_t room) {
    if (!c->from || !fgets(line, (int)room, c->from))
        return false;
    line[strcspn(line, "\n")] = '\0';
    return true;
}

// The answer to an address ends where that to the next one, 0, begins.
static char *read_place(struct call_chains *c, uintptr_t address) {
    char function[256], place[1024], zero[1024];
    struct text text = {0};
    fprintf(c->to, "%#" PRIxPTR "\n0\n", in_file(address) - 1);
    fflush(c->to);
    bool fine = read_line(c, zero, sizeof zero);
    while (fine && (fine = read_line(c, function, sizeof function)) &&
           strncmp(function, "0x", 2) != 0 &&
           (fine = read_line(c, place, sizeof place))) {
        char *more = strstr(place, " (discriminator");
        if (more)
            *more = '\0';
        const char *name =
            text_starts(function, "__mz_") ? function + 5 : function;
        if (strcmp(name, "??") != 0 && !strchr(place, '?'))
            text_add(&text, "%s %s\n", name, place);
    }
    fine = fine && read_line(c, zero, sizeof zero) &&
           read_line(c, zero, sizeof zero);
    char *result = memory_text(text_get(&text), text.count);
    text_free(&text);
    return result;
}

static const char *place_of(struct call_chains *c, uintptr_t address) {
    struct call_place *row = table_put(&c->places, address);
    if (!row->text && !c->tried)
        start_reader(c);
    if (!row->text)
        row->text = c->to ? read_place(c, address) : memory_text("", 0);
    return row->text;
}

// The arguments with which it was called stand where its caller is. Where the
// innermost one is, its event says.
static void add_call(char *call, const char *caller, struct text *text) {
    char *place = strchr(call, ' ');
    const char *at = caller ? strchr(caller, ' ') : NULL;
    const char *line = at ? strrchr(at, ':') : NULL;
    bool first = !text->count;
    *place = '\0';
    text_add(text, "%s%s", first ? "" : " ← ", call);
    if (line) {
        char *path = memory_text(at + 1, (size_t)(line - at - 1));
        call_words(path, (unsigned)strtoul(line + 1, NULL, 10), call, text);
        memory_free(path);
    }
    if (!first)
        text_add(text, " %s", file_name(place + 1));
}

// All calls of a chain, put into others or not, a line each.
static char *make_text(struct call_chains *c, const struct call_chain *chain) {
    struct text all = {0}, text = {0};
    for (uint32_t i = 0; i < chain->count; i++)
        text_add(&all, "%s", place_of(c, chain->at[i]));
    char *rest = all.at, *call = all.count ? strsep(&rest, "\n") : NULL;
    while (call && *call) {
        char *caller = strsep(&rest, "\n");
        add_call(call, caller && *caller ? caller : NULL, &text);
        call = caller;
    }
    char *made = memory_text(text_get(&text), text.count);
    text_free(&all);
    text_free(&text);
    return made;
}

void call_chain_text(uint32_t chain, char *text, size_t room) {
    struct call_chains *c = &native.recording.calls;
    text[0] = '\0';
    if (!chain || chain > c->chains.count)
        return;
    struct call_chain *calls = &c->chains.at[chain - 1];
    if (!calls->text)
        calls->text = make_text(c, calls);
    snprintf(text, room, "%s", calls->text);
}

void call_chain_free(void) {
    struct call_chains *c = &native.recording.calls;
    TABLE_EACH (&c->places, row) {
        memory_free(row->text);
    }
    table_free(&c->places);
    table_free(&c->index);
    for (size_t i = 0; i < c->chains.count; i++)
        memory_free(c->chains.at[i].text);
    vec_free(&c->chains);
    if (c->to)
        fclose(c->to);
    if (c->from)
        fclose(c->from);
}
