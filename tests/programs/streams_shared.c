// SPDX-License-Identifier: Apache-2.0
// check -- stream => safe: 2 executions
// check -- apart => safe: 1 executions
// check -- locked => safe: 2 executions
// check -- unflushed => unsafe: assertion at streams_shared.c:57 after N executions
// check -- closed => unsafe: use-after-free at streams_shared.c:60 after N executions
// check -- pipe => safe: 1 executions
// check -- deadlock => unsafe: deadlock at streams_shared.c:65 after N executions
// check --races=interleave -- stream => safe: 2 executions
// A stream that threads share is locked by each call; what was not flushed is
// not in the file.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *which;
static FILE *shared, *in, *out;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *argument) {
    if (is("stream"))
        fputs(argument ? "bb" : "aa", shared);
    if (is("apart"))
        fputs("aa", argument ? in : out);
    if (is("locked")) {
        flockfile(shared);
        fputc(argument ? 'b' : 'a', shared);
        fputc(argument ? 'b' : 'a', shared);
        funlockfile(shared);
    }
    if (is("unflushed"))
        fputs("data", shared);
    if (is("closed"))
        fclose(shared);
    if (is("pipe"))
        fputs("line\n", out), fflush(out);
    if (is("deadlock")) {
        pthread_mutex_lock(&mutex);
        fputs("x", shared);
        pthread_mutex_unlock(&mutex);
    }
    return NULL;
}

static void meanwhile(void) {
    char text[8] = "";
    if (is("stream") || is("apart") || is("locked"))
        work("");
    if (is("unflushed")) {
        FILE *again = fopen("shared", "r");
        assert(fgets(text, 8, again) && !strcmp(text, "data"));
    }
    if (is("closed"))
        fputs("late", shared);
    if (is("pipe"))
        assert(fgets(text, 8, in) && !strcmp(text, "line\n"));
    if (is("deadlock")) {
        flockfile(shared);
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
        funlockfile(shared);
    }
}

int main(int count, char **words) {
    pthread_t thread;
    int ends[2];
    which = words[count - 1];
    shared = fopen("shared", "w+");
    in = fopen("in", "w+"), out = fopen("out", "w");
    if (is("pipe"))
        assert(!pipe(ends) && (in = fdopen(ends[0], "r")) &&
               (out = fdopen(ends[1], "w")));
    pthread_create(&thread, NULL, work, NULL);
    meanwhile();
    pthread_join(thread, NULL);
    char text[8] = "";
    if (is("stream") || is("locked")) {
        rewind(shared);
        assert(fgets(text, 8, shared) && strlen(text) == 4 && text[0] == text[1]);
    }
}
