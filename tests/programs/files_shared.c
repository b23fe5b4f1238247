// SPDX-License-Identifier: Apache-2.0
// check -- descriptor => safe: 2 executions
// check --algorithm=optimal -- descriptor => safe: 2 executions
// check -- readers => safe: 2 executions
// check -- apart => safe: 1 executions
// check -- open-apart => safe: 1 executions
// check -- pread => safe: 1 executions
// check -- append => safe: 2 executions
// check -- writers => safe: 2 executions
// check -- seeks => unsafe: assertion at files_shared.c:65 after N executions
// check -- closed => unsafe: assertion at files_shared.c:67 after N executions
// check -- unlinked => unsafe: assertion at files_shared.c:69 after N executions
// check --races=interleave -- descriptor => safe: 2 executions
// check --algorithm=all -- apart => safe: N executions
// Threads that use the same open file depend on each other, those that use
// different files do not.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static const char *which;
static int shared, own[2];

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *argument) {
    long self = (long)argument;
    char byte = self ? 'b' : 'a';
    if (is("descriptor") || is("append"))
        assert(write(shared, &byte, 1) == 1);
    else if (is("readers"))
        assert(read(shared, &byte, 1) == 1 && (byte == 'x' || byte == 'y'));
    else if (is("apart"))
        assert(write(own[self], &byte, 1) == 1);
    else if (is("open-apart")) {
        int fd = open(self ? "second" : "first", O_RDWR | O_CREAT, 0600);
        assert(fd >= 0 && write(fd, &byte, 1) == 1 && !close(fd));
    } else if (is("pread"))
        assert(pread(shared, &byte, 1, self) == 1 && byte == 'x' + self);
    else if (is("writers"))
        assert(pwrite(shared, &byte, 1, 0) == 1);
    return NULL;
}

static void *disturb(void *unused) {
    if (is("seeks"))
        lseek(shared, 1, SEEK_SET);
    if (is("closed"))
        close(shared);
    if (is("unlinked"))
        unlink("shared");
    return unused;
}

static void disturbed(void) {
    pthread_t thread;
    char byte;
    pthread_create(&thread, NULL, disturb, NULL);
    ssize_t got = is("unlinked") ? 0 : read(shared, &byte, 1);
    if (is("seeks"))
        assert(got == 1 && byte == 'x');
    if (is("closed"))
        assert(got == 1);
    if (is("unlinked"))
        assert(open("shared", O_RDONLY) >= 0);
    pthread_join(thread, NULL);
}

int main(int count, char **words) {
    pthread_t thread;
    which = words[count - 1];
    shared = open("shared", O_CREAT | O_RDWR | (is("append") ? O_APPEND : 0),
                  0600);
    own[0] = creat("own-0", 0600);
    own[1] = creat("own-1", 0600);
    assert(write(shared, "xyz", 3) == 3 && !lseek(shared, 0, SEEK_SET));
    if (is("seeks") || is("closed") || is("unlinked")) {
        disturbed();
        return 0;
    }
    pthread_create(&thread, NULL, work, NULL);
    work((void *)1);
    pthread_join(thread, NULL);
    char text[6] = "";
    pread(shared, text, 5, 0);
    if (is("descriptor"))
        assert(!strcmp(text, "abz") || !strcmp(text, "baz"));
    if (is("append"))
        assert(!strcmp(text, "xyzab") || !strcmp(text, "xyzba"));
    if (is("writers"))
        assert(!strcmp(text, "ayz") || !strcmp(text, "byz"));
}
