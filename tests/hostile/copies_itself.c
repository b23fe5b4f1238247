// SPDX-License-Identifier: Apache-2.0
// check => incomplete: calls outside of control (*) after N executions
// check --algorithm=source => incomplete: calls outside of control (*) after N executions
// check --goto=replay => incomplete: calls outside of control (*) after N executions
// within 15
// The program copies its process, in every execution and by a function that nobody
// controls: the copies do not search, and copy themselves no further.
#include "how.h"
static atomic_int x, y;
static void *work(void *unused) {
    x++;
    y = x;
    return unused;
}
int main(void) {
    pid_t (*copy)(void) = (pid_t (*)(void))dlsym(RTLD_DEFAULT, "fork");
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    x = 3;
    copy();
    y = 4;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
