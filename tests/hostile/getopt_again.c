// SPDX-License-Identifier: Apache-2.0
// arguments -a -b 3 word
// check => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions
// check --algorithm=source => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions
// The state of getopt is the program's: each execution begins at the first
// word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    assert(optind == 1);
    int option, seen = 0;
    while ((option = getopt(count, words, "ab:")) != -1)
        seen += option == 'a'                       ? 1
                : option == 'b' && optarg[0] == '3' ? 10
                                                    : 100;
    assert(seen == 11 && optind == 4);
    return 0;
}
