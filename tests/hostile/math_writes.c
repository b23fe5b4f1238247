// SPDX-License-Identifier: Apache-2.0
// flags -lm
// check -- frexp => safe: 2 executions || incomplete: calls outside of control (*frexp*) after 2 executions
// check -- modf => safe: 2 executions || incomplete: calls outside of control (*modf*) after 2 executions
// check -- sincos => safe: 2 executions || incomplete: calls outside of control (*sincos*) after 2 executions
// check -- remquo => safe: 2 executions || incomplete: calls outside of control (*remquo*) after 2 executions
// check -- lgamma => safe: 2 executions || incomplete: calls outside of control (*lgamma*) after 2 executions
// check -- errno => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions
// check -- pointer => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions
// check --goto=replay -- frexp => safe: 2 executions || incomplete: calls outside of control (*frexp*) after 2 executions
// Mathematical functions that write through pointers: every execution begins
// with the variables as they were.
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int x;
static int exponent;
static double whole, sine, cosine;

static void *work(void *unused) {
    x = 1;
    return unused;
}

static int is(const char *which, const char *name) {
    return !strcmp(which, name);
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    double (*volatile through)(double, int *) = frexp;
    volatile double eight = 8, minus = -0.5, odd = -1.5;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    assert(exponent == 0 && whole == 0 && sine == 0 && cosine == 0);
    if (is(which, "frexp"))
        frexp(eight, &exponent);
    if (is(which, "pointer"))
        through(eight, &exponent);
    if (is(which, "modf"))
        modf(odd, &whole);
    if (is(which, "sincos"))
        sincos(odd, &sine, &cosine);
    if (is(which, "remquo"))
        remquo(eight, odd, &exponent);
    if (is(which, "lgamma")) {
        assert(signgam == 0);
        lgamma(minus);
        assert(signgam == -1);
    }
    if (is(which, "errno")) {
        errno = 0;
        volatile double none = log(odd);
        (void)none;
        assert(errno == EDOM);
    }
    return 0;
}
