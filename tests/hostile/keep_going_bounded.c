// SPDX-License-Identifier: Apache-2.0
// check -k --max-executions=2 => unsafe: assertion at FILE:N after N executions
// check -k --timeout=1 --algorithm=all => unsafe: assertion at FILE:N after N executions
// json complete=false
// json findings.0.kind=assertion
// Something was found, and a bound cut the search: the JSON says both.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *unused) {
    for (int i = 0; i < 12; i++)
        x = i;
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    assert(x == 100);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
