// SPDX-License-Identifier: Apache-2.0
// A pure iteration that fails is not left out.
// check => unsafe: null-dereference at loop_fault_inside.c:22 after 1 executions

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag;

static void *writer(void *unused) {
    flag = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    int *nothing = NULL, sum = 0;
    pthread_create(&thread, NULL, writer, NULL);
    // The writer is always late in some execution.
    while (!flag)
        sum += *nothing;
    pthread_join(thread, NULL);
    return sum;
}
