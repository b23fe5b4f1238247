// SPDX-License-Identifier: Apache-2.0
// check --timeout=60 -- counts => safe: 1 executions
// check --timeout=60 -- collatz => safe: 1 executions
// check --timeout=60 -- sieve => safe: 1 executions
// check --timeout=60 -- nested => safe: 1 executions
// check --timeout=60 -- recursion => safe: 1 executions
// slow
// within 63
// A long way between two operations is no lack of progress.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *work(void *unused) {
    return unused;
}

static unsigned fibonacci(unsigned n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void counts(void) {
    volatile unsigned i = 0;
    while (i < 50000000)
        i++;
}

static void collatz(void) {
    unsigned long most = 0;
    for (unsigned long n = 1; n < 100000; n++)
        for (unsigned long i = n; i != 1; i = i % 2 ? 3 * i + 1 : i / 2)
            most = i > most ? i : most;
    assert(most > 1000000);
}

static void sieve(void) {
    static char composite[2000000];
    int primes = 0;
    for (int i = 2; i < 2000000; i++) {
        if (composite[i])
            continue;
        primes++;
        for (long k = (long)i * i; k < 2000000; k += i)
            composite[k] = 1;
    }
    assert(primes == 148933);
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (!strcmp(which, "counts"))
        counts();
    if (!strcmp(which, "collatz"))
        collatz();
    if (!strcmp(which, "sieve"))
        sieve();
    volatile unsigned sum = 0;
    if (!strcmp(which, "nested"))
        for (int i = 0; i < 3000; i++)
            for (int k = 0; k < 3000; k++)
                sum += (unsigned)(i ^ k);
    if (!strcmp(which, "recursion"))
        assert(fibonacci(30) == 832040);
    pthread_join(thread, NULL);
    return 0;
}
