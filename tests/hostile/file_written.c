// SPDX-License-Identifier: Apache-2.0
// check -- writes => safe: 2 executions || incomplete: * || not checked: *
// check -- appends => safe: 2 executions || incomplete: * || not checked: *
// check -- temporary => safe: 2 executions || incomplete: * || not checked: *
// check -- memory => safe: 2 executions || incomplete: * || not checked: *
// check -- removed => safe: 2 executions || incomplete: * || not checked: *
// A file is written and read again; each execution finds it as the first did.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    static char memory[10];
    int removed = !strcmp(which, "removed");
    FILE *file = !strcmp(which, "temporary") ? tmpfile()
                 : !strcmp(which, "memory")
                     ? fmemopen(memory, sizeof memory, "w+")
                     : fopen("some-file", removed ? "w+x" : "w+");
    assert(file);
    if (!strcmp(which, "appends"))
        assert(fseek(file, 0, SEEK_END) == 0 && ftell(file) == 0);
    assert(fputs("abc", file) >= 0);
    rewind(file);
    assert(fgetc(file) == 'a');
    fclose(file);
    if (removed)
        assert(unlink("some-file") == 0);
    return 0;
}
