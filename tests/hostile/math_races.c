// SPDX-License-Identifier: Apache-2.0
// flags -lm
// check -- frexp => unsafe: data-race at FILE:N after N executions || incomplete: calls outside of control (*frexp*) after N executions
// check -- modf => unsafe: data-race at FILE:N after N executions || incomplete: calls outside of control (*modf*) after N executions
// check -- sincos => unsafe: data-race at FILE:N after N executions || incomplete: calls outside of control (*sincos*) after N executions
// check -- remquo => unsafe: data-race at FILE:N after N executions || incomplete: calls outside of control (*remquo*) after N executions
// check -- lgamma => unsafe: data-race at FILE:N after N executions || incomplete: calls outside of control (*lgamma*) after N executions
// check -- pointer => unsafe: data-race at FILE:N after N executions || incomplete: calls outside of control (*) after N executions
// check -- wild => unsafe: * at FILE:N after N executions || incomplete: calls outside of control (*frexp*) after N executions
// The same functions write to what another thread reads.
#include <math.h>
#include <pthread.h>
#include <string.h>

static int exponent;
static double whole, sine, cosine;
static const char *which;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *unused) {
    double (*volatile through)(double, int *) = frexp;
    volatile double eight = 8, odd = -1.5;
    int *volatile none = NULL;
    if (is("frexp"))
        frexp(eight, &exponent);
    if (is("pointer"))
        through(eight, &exponent);
    if (is("modf"))
        modf(odd, &whole);
    if (is("sincos"))
        sincos(odd, &sine, &cosine);
    if (is("remquo"))
        remquo(eight, odd, &exponent);
    if (is("lgamma"))
        lgamma(odd);
    if (is("wild"))
        frexp(eight, none);
    return unused;
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    volatile double seen = exponent + whole + sine + cosine;
    volatile int sign = is("lgamma") ? signgam : 0;
    (void)seen, (void)sign;
    pthread_join(thread, NULL);
    return 0;
}
