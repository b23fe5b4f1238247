// SPDX-License-Identifier: Apache-2.0
// check -- exit => safe: 1 executions || incomplete: * || not checked: *
// check -- found => incomplete: * || not checked: *
// check -- err => safe: 1 executions || incomplete: * || not checked: *
// The program ends before main begins.
#include <assert.h>
#include <dlfcn.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>

static __attribute__((constructor)) void before(int count, char **words) {
    const char *how = words[count - 1];
    if (!strcmp(how, "exit"))
        exit(0);
    if (!strcmp(how, "err"))
        errx(0, "bye");
    void (*leave)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "_exit");
    if (!strcmp(how, "found"))
        leave(0);
}

int main(void) {
    assert(!"never reached");
    return 0;
}
