// SPDX-License-Identifier: Apache-2.0
// check -- adds => incomplete: calls outside of control (*) after N executions || not checked: *
// check -- exits => incomplete: * || not checked: *
// check --trust=all -- adds => safe: 1 executions
// check -- found => unsafe: assertion at FILE:N after N executions || not checked: *
// It is opened while the program runs, and its functions are looked up.
#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    const char *what = words[count - 1];
    void *library = dlopen("liboutside.so", RTLD_NOW);
    if (!library)
        abort();
    int (*adds)(int, int) = (int (*)(int, int))dlsym(library, "outside_adds");
    void (*exits)(int) = (void (*)(int))dlsym(library, "outside_exits");
    if (!strcmp(what, "exits"))
        exits(0);
    assert(adds(1, 2) == (strcmp(what, "found") ? 3 : 4));
    return 0;
}
