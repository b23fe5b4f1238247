// SPDX-License-Identifier: Apache-2.0
// check -- unmap => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- use => unsafe: segfault at FILE:N after N executions || unsafe: use-after-free at FILE:N after N executions || incomplete: * || not checked: *
// check -- values => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- remap => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- protect => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// check -- race => unsafe: data-race at FILE:N after N executions || incomplete: * || not checked: *
// check --goto=replay -- unmap => safe: 2 executions || incomplete: calls outside of control (*) after 2 executions || not checked: *
// Memory from mmap, written to and given back, in two executions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

static atomic_int x;
static char *pages;
static const char *which;

static void *work(void *unused) {
    x = 1;
    if (!strcmp(which, "race"))
        pages[5] = 1;
    return unused;
}

int main(int count, char **words) {
    which = words[count - 1];
    pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(pages != MAP_FAILED);
    pages[0] = 1;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    assert(pages[0] == 1 && pages[1] == 0);
    pages[1] = 2;
    if (!strcmp(which, "race"))
        pages[5] = 2;
    if (!strcmp(which, "remap")) {
        pages = mremap(pages, 8192, 1 << 20, MREMAP_MAYMOVE);
        assert(pages != MAP_FAILED && pages[1] == 2);
    }
    if (!strcmp(which, "protect"))
        mprotect(pages, 8192, PROT_READ);
    pthread_join(thread, NULL);
    if (strcmp(which, "values"))
        munmap(pages, 8192);
    if (!strcmp(which, "use"))
        pages[0] = 3;
    return 0;
}
