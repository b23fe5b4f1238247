// SPDX-License-Identifier: Apache-2.0
// check => not checked: calls fork() at fork.c:9, which is not supported
// check --algorithm=source => not checked: calls fork() at fork.c:9, which is not supported
// Other processes cannot be checked.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    return 0;
}
