// SPDX-License-Identifier: Apache-2.0
// What gcc has only ever warned of.
// flags -w
// check => safe: 1 executions
#include <pthread.h>

number;
static other;

inline int next(int n) {
    return n + 1;
}

first(p, n) char *p;
{
    return p[n] + count(p);
}

count(p) char *p;
{
    return *p;
}

void work() {
    number = next(1);
}

main() {
    pthread_t id;
    char *text = "ab";
    int *words = text;
    pthread_create(&id, 0, work, 0);
    pthread_join(id, 0);
    other = number;
    return first(text, 1) != 'a' + 'b' || other != 2 || !words;
}
