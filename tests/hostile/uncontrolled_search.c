// SPDX-License-Identifier: Apache-2.0
// check => unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// check --algorithm=source => unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// A library function without a model writes to memory that threads share.
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

static wchar_t text[8];

static void *work(void *unused) {
    wcscpy(text, L"abc");
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
