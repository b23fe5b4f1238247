// SPDX-License-Identifier: Apache-2.0
// flags -ldl
// check => unsafe: uncaught-signal at signal_sent.c:12 after N executions
// A signal that the program sends to itself, by a way that is not seen: it is
// no access to memory.
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>

int main(void) {
    int (*send)(int) = dlsym(RTLD_DEFAULT, "raise");
    return send ? send(SIGSEGV) : 0;
}
