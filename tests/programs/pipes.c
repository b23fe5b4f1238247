// SPDX-License-Identifier: Apache-2.0
// check -- message => safe: 1 executions
// check -- writers => safe: 2 executions
// check -- readers => safe: 2 executions
// check -- ends => safe: 3 executions
// check -- full => safe: 1 executions
// check -- broken => unsafe: uncaught-signal at pipes.c:89 after N executions
// check -- ignored => safe: 2 executions
// check -- tries => safe: 2 executions
// check -- waits => unsafe: deadlock at pipes.c:70 after 1 executions
// check -- event => safe: 1 executions
// check -- race => unsafe: data-race at pipes.c:82 after 1 executions
// check --races=interleave -- message => safe: 1 executions
// check --algorithm=optimal -- readers => safe: 2 executions
// check --algorithm=source -- readers => safe: 2 executions
// Pipes between threads: who reads waits, until there is something or nobody
// is left to write.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const char *which;
static int ends[2], event, value;
static char large[65536];

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *argument) {
    char text[8] = "";
    if (is("message")) {
        value = 7;
        assert(write(ends[1], "hello", 6) == 6);
    } else if (is("writers")) {
        assert(write(ends[1], argument ? "b" : "a", 1) == 1);
    } else if (is("readers")) {
        assert(read(ends[0], text, 1) == 1);
    } else if (is("ends")) {
        assert(write(ends[1], "ab", 2) == 2 && close(ends[1]) == 0);
    } else if (is("full")) {
        assert(read(ends[0], large, 10) == 10);
    } else if (is("broken") || is("ignored")) {
        close(ends[0]);
    } else if (is("tries")) {
        ssize_t got = read(ends[0], text, 1);
        assert(got == 1 || (got == -1 && errno == EAGAIN));
    } else if (is("event")) {
        value = 7;
        assert(eventfd_write(event, 5) == 0);
    } else if (is("race")) {
        assert(write(ends[1], "x", 1) == 1);
        value = 8;
    }
    return NULL;
}

static void reads(void) {
    char text[8] = "";
    eventfd_t count = 0;
    if (is("message"))
        assert(read(ends[0], text, 8) == 6 && value == 7 && text[4] == 'o');
    if (is("waits"))
        read(ends[0], text, 1);
    if (is("writers"))
        assert(write(ends[1], "c", 1) == 1);
    if (is("readers"))
        assert(write(ends[1], "xy", 2) == 2 && read(ends[0], text, 1) == 1);
    if (is("ends")) {
        assert(read(ends[0], text, 1) == 1 && read(ends[0], text, 1) == 1);
        assert(read(ends[0], text, 1) == 0);
    }
    if (is("event"))
        assert(eventfd_read(event, &count) == 0 && count == 5 && value == 7);
    if (is("race"))
        assert(read(ends[0], text, 1) == 1 && value != 9);
}

static void writes(void) {
    if (is("full"))
        assert(write(ends[1], "x", 1) == 1);
    if (is("broken"))
        assert(write(ends[1], "x", 1) == 1);
    if (is("ignored")) {
        ssize_t put = write(ends[1], "x", 1);
        assert(put == 1 || (put == -1 && errno == EPIPE));
    }
    if (is("tries"))
        assert(write(ends[1], "x", 1) == 1);
}

int main(int count, char **words) {
    pthread_t thread;
    which = words[count - 1];
    assert(pipe2(ends, is("tries") ? O_NONBLOCK : 0) == 0);
    assert((event = eventfd(0, 0)) >= 0);
    if (is("full"))
        assert(write(ends[1], large, sizeof large) == sizeof large);
    if (is("ignored"))
        signal(SIGPIPE, SIG_IGN);
    pthread_create(&thread, NULL, work, NULL);
    reads();
    writes();
    pthread_join(thread, NULL);
}
