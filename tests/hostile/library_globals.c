// SPDX-License-Identifier: Apache-2.0
// check -- stdin => safe: 2 executions || incomplete: * || not checked: *
// check -- environ => safe: 2 executions || incomplete: * || not checked: *
// check -- timezone => safe: 2 executions || incomplete: * || not checked: *
// check -- optind => safe: 2 executions || incomplete: * || not checked: *
// check -- program_name => safe: 2 executions || incomplete: * || not checked: *
// check -- locale => safe: 2 executions || incomplete: * || not checked: *
// check -- stdout => safe: 2 executions || incomplete: * || not checked: *
// check -- h_errno => safe: 2 executions || incomplete: * || not checked: *
// check -- strtok => safe: 2 executions || incomplete: * || not checked: *
// check -- mbrtowc => safe: 2 executions || incomplete: * || not checked: *
// check -- random => safe: 2 executions || incomplete: * || not checked: *
// check -- buffers => safe: 2 executions || incomplete: * || not checked: *
// check -- asctime => safe: 2 executions || incomplete: * || not checked: *
// Variables and hidden state of the library: each execution begins with them as
// they were at the start of the program.
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static atomic_int x;
static const char *which;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *unused) {
    x = 1;
    return unused;
}

static void change(void) {
    static char text[] = "a b c", own[BUFSIZ];
    if (is("stdin")) {
        assert(!feof(stdin));
        while (getchar() != EOF) {
        }
        assert(feof(stdin));
    }
    if (is("environ")) {
        assert(environ && environ[0]);
        environ[0] = NULL;
    }
    if (is("timezone")) {
        assert(timezone == 0);
        setenv("TZ", "XYZ5", 1);
        tzset();
        assert(timezone == 5 * 3600);
    }
    if (is("optind")) {
        assert(optind == 1 && opterr == 1);
        optind = opterr = 77;
    }
    if (is("program_name")) {
        assert(strcmp(program_invocation_short_name, "other"));
        program_invocation_short_name = "other";
    }
    if (is("locale")) {
        assert(!strcmp(setlocale(LC_ALL, NULL), "C"));
        setlocale(LC_ALL, "C.UTF-8");
    }
    if (is("stdout")) {
        assert(stdout != stderr);
        stdout = stderr;
    }
    if (is("h_errno")) {
        assert(h_errno == 0);
        h_errno = 3;
    }
    if (is("strtok")) {
        assert(strtok(NULL, " ") == NULL);
        strtok(text, " ");
    }
    if (is("mbrtowc")) {
        wchar_t wide;
        assert(mbrtowc(&wide, "a", 1, NULL) == 1);
    }
    if (is("random")) {
        static long first;
        long now = random();
        assert(first == 0);
        first = now;
        srandom(8);
    }
    if (is("buffers"))
        setvbuf(stdout, own, _IOFBF, sizeof own);
    if (is("asctime")) {
        time_t zero = 0;
        assert(asctime(gmtime(&zero))[0] == 'T');
    }
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    change();
    return 0;
}
