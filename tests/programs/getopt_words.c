// SPDX-License-Identifier: Apache-2.0
// arguments x -ab3 --level=7 y --quick -c -- -d
// check => safe: 6 executions
// check --algorithm=source => safe: 6 executions
// Options, names, words between them and a thread that changes nothing of it.
#include <assert.h>
#include <getopt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    static int quick;
    static const struct option names[] = {{"level", required_argument, NULL, 'l'},
                                          {"quick", no_argument, &quick, 1},
                                          {0}};
    char seen[16] = "", values[16] = "";
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    for (int option; (option = getopt_long(count, words, ":ab:c::d", names,
                                           NULL)) != -1;) {
        strncat(seen, option ? (char[]){(char)option, 0} : "0", 1);
        if (optarg)
            strcat(values, optarg);
        x = 2;
    }
    pthread_join(thread, NULL);
    assert(!strcmp(seen, "abl0c") && !strcmp(values, "37") && quick == 1);
    assert(optind == count - 3 && !strcmp(words[optind], "x") &&
           !strcmp(words[optind + 1], "y") && !strcmp(words[optind + 2], "-d"));
    optind = 1; // the words have been put in order
    assert(getopt(count, words, "ab:") == 'a');
    return 0;
}
