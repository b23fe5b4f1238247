// SPDX-License-Identifier: Apache-2.0
// A value that is only compared with constants: one of each class is all. Else
// some are tried, those that the program compares with among them, and that is a
// bound.
// check -- classes => safe: 6 executions
// check --algorithm=source -- classes => safe: 6 executions
// check --nondet=0..2 -- classes => incomplete: only some nondet values tried after 9 executions
// check -- bytes => incomplete: only some nondet values tried after N executions
// check --nondet=0..255 -- bytes => safe: 256 executions
// check -- used => unsafe: assertion at nondet_values.c:41 after N executions
// check --nondet=0..10 -- used => incomplete: only some nondet values tried after 11 executions
// check -- section => safe: 4 executions
// check -- real => incomplete: only some nondet values tried after 6 executions
#include <assert.h>
#include <pthread.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int sum;

static void *choose(void *unused) {
    switch (__VERIFIER_nondet_int()) {
    case 3:
        sum = 1;
        break;
    case 900:
        sum = 2;
        break;
    }
    return unused;
}

static void use(void) {
    int value = __VERIFIER_nondet_int();
    sum = value / 3;
    assert(sum != 300 || value == 901); // found: somebody compares with 900
}

static void *in_section(void *unused) {
    __VERIFIER_atomic_begin();
    if (__VERIFIER_nondet_int() >= 5)
        sum++;
    __VERIFIER_atomic_end();
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread;
    const char *how = argc > 1 ? argv[1] : "";
    int section = !strcmp(how, "section");
    if (!strcmp(how, "used")) {
        use();
    } else if (!strcmp(how, "bytes")) {
        unsigned char byte = __VERIFIER_nondet_uchar();
        sum = byte * 2;
        assert(sum <= 510);
    } else if (!strcmp(how, "real")) {
        double number = __VERIFIER_nondet_double();
        assert(number == number);
    } else {
        pthread_create(&thread, NULL, section ? in_section : choose, NULL);
        pthread_join(thread, NULL);
        if (!section && __VERIFIER_nondet_int() > 4)
            sum++;
        if (section)
            in_section(NULL);
    }
    return 0;
}
