// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// Functions with any number of arguments, floating point, switch, goto, static
// locals, unions: each thread has its own data.
#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>

static double sum(int count, ...) {
    va_list arguments;
    double total = 0;
    va_start(arguments, count);
    while (count--)
        total += va_arg(arguments, double);
    va_end(arguments);
    return total;
}

union word {
    uint32_t number;
    unsigned char byte[4];
};

static void *work(void *unused) {
    static const int table[] = {3, 1, 2};
    union word w = {.number = 0x01020304};
    int i = 0, odd = 0;
again:
    switch (table[i]) {
    case 1:
    case 3:
        odd++;
        break;
    default:
        assert(i == 2);
    }
    if (++i < 3)
        goto again;
    assert(odd == 2 && w.byte[0] + w.byte[3] == 5);
    assert(sum(3, 1.5, 2.5, fabs(-4.0)) == 8.0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
