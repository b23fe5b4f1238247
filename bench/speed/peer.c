// SPDX-License-Identifier: Apache-2.0

#include "peer.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// clang-format off
//    name               tool       command     before the compiler's words   after them            the number follows
#define PEERS(X)                                                                                                                    \
    X("nidhugg optimal", "nidhugg", "nidhuggc", NULL,                         "-- --sc --optimal",  "Trace count: ")                \
    X("nidhugg source",  "nidhugg", "nidhuggc", NULL,                         "-- --sc --source",   "Trace count: ")                \
    X("genmc",           "genmc",   "genmc",    "--sc --disable-estimation --", NULL,               "executions explored: ")
// clang-format on

static const struct peer {
    const char *name, *tool, *command, *before, *after, *number;
} peers_known[] = {
#define X(...) {__VA_ARGS__},
    PEERS(X)
#undef X
};

enum { KNOWN = sizeof peers_known / sizeof *peers_known };
_Static_assert((int)KNOWN <= (int)MOST_PEERS, "struct peers has no room for them");

size_t peer_count(void) {
    return KNOWN;
}

const char *peer_name(size_t which) {
    return peers_known[which].name;
}

bool peer_is_there(const struct peers *peers, size_t which) {
    return peers->path[which] != NULL;
}

static bool is_on_path(const char *command) {
    const char *path = getenv("PATH");
    for (const char *end; path && *path; path = end + (*end == ':')) {
        char file[1024];
        end = path + strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", (int)(end - path), path,
                 command);
        if (access(file, X_OK) == 0)
            return true;
    }
    return false;
}

struct peers peers_on_path(void) {
    struct peers peers = {{NULL}};
    for (size_t i = 0; i < KNOWN; i++)
        if (is_on_path(peers_known[i].command))
            peers.path[i] = peers_known[i].command;
    return peers;
}

bool peers_name(struct peers *peers, const char *name_and_path) {
    const char *path = strchr(name_and_path, '=');
    size_t length = path ? (size_t)(path - name_and_path) : 0;
    bool found = false;
    for (size_t i = 0; i < KNOWN && path; i++)
        if (strlen(peers_known[i].tool) == length &&
            strncmp(peers_known[i].tool, name_and_path, length) == 0) {
            peers->path[i] = path + 1;
            found = true;
        }
    return found;
}

void peers_list(char *text, size_t room) {
    text[0] = '\0';
    for (size_t i = 0; i < KNOWN; i++) {
        size_t used = strlen(text);
        if (i == 0 || strcmp(peers_known[i].tool, peers_known[i - 1].tool) != 0)
            snprintf(text + used, room - used, "%s%s", used ? ", " : "",
                     peers_known[i].tool);
    }
}

// The words of a text, cut in place.
static void add_words(struct words *words, char *text) {
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest))
        vec_push(words, word);
}

static struct words command_of(const char *path, char *before,
                               const struct row *row, char *after,
                               const char *source) {
    struct words command = {0};
    vec_push(&command, path);
    add_words(&command, before);
    for (size_t i = 0; i < row->parameters.count; i++)
        vec_push(&command, row->parameters.at[i]);
    add_words(&command, after);
    vec_push(&command, source);
    return command;
}

static bool number_after(const char *path, const char *what, uint64_t *number) {
    const char *why;
    size_t length;
    char *text = file_read(path, 1 << 24, &length, &why);
    const char *at = text ? strstr(text, what) : NULL;
    if (at)
        *number = strtoull(at + strlen(what), NULL, 10);
    memory_free(text);
    return at != NULL;
}

struct peer_outcome peer_run(const struct peers *peers, size_t which,
                             struct workshop *shop, const struct row *row,
                             double seconds) {
    const struct peer *peer = &peers_known[which];
    struct peer_outcome o = {0};
    char before[128], after[128], source[512];
    snprintf(before, sizeof before, "%s", peer->before ? peer->before : "");
    snprintf(after, sizeof after, "%s", peer->after ? peer->after : "");
    snprintf(source, sizeof source, "%s/%s.c", shop->programs, row->program);
    char *output = workshop_file(shop, "peer");
    struct words command =
        command_of(peers->path[which], before, row, after, source);
    int code = command_run(&command, output, NULL, seconds, &o.cpu_seconds);
    o.finished = code >= 0 && number_after(output, peer->number, &o.executions);
    vec_free(&command);
    memory_free(output);
    return o;
}
