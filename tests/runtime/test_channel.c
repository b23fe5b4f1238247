// SPDX-License-Identifier: Apache-2.0
// Messages come as they were sent, also those that are longer than the ring,
// and also if the sender dies.

#include "runtime/channel.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { MESSAGES = 2000, LONG = 500, TEXT = 100000 };

static size_t size_of(int i) {
    return (size_t)(i % 37 * 1000) + (i == LONG ? 4 * CHANNEL_ROOM : 0);
}

static void send_all(struct channel *channel) {
    char *bytes = malloc(size_of(LONG));
    for (int i = 0; i < MESSAGES; i++) {
        memset(bytes, i, size_of(i));
        channel_send(channel, (uint32_t)i, bytes, size_of(i));
    }
    FILE *text = channel_stream(channel, TEXT);
    fprintf(text, "the last %s\n", "words");
    fflush(text);
    kill(getpid(), SIGKILL);
}

static void check_message(uint32_t kind, const char *bytes, size_t size,
                          int expected) {
    if (expected == MESSAGES) {
        assert_int_equal(kind, TEXT);
        assert_string_equal(bytes, "the last words\n");
        return;
    }
    assert_int_equal(kind, expected);
    assert_int_equal(size, size_of(expected));
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], (char)expected);
}

static void test_all_comes(void **state) {
    (void)state;
    signal(SIGURG, SIG_IGN);
    struct channel *channel = channel_new();
    pid_t sender = fork();
    if (sender == 0)
        send_all(channel);
    int count = 0, status = 0;
    bool over = false;
    while (!over) {
        uint32_t kind;
        const char *bytes;
        size_t size;
        over = waitpid(sender, &status, WNOHANG) == sender;
        while (channel_take(channel, &kind, &bytes, &size))
            check_message(kind, bytes, size, count++);
    }
    assert_int_equal(count, MESSAGES + 1);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    channel_free(channel);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_comes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
