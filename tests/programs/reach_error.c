// SPDX-License-Identifier: Apache-2.0
// To call reach_error() is the error, whatever the program's own one does.
// check => unsafe: assertion at reach_error.c:14 after 1 executions
// check --no-check=assertion,leak => safe: 1 executions
// check --property=properties/unreach-call.prp => unsafe: assertion at reach_error.c:14 after 1 executions
// check --property=properties/no-data-race.prp => safe: 1 executions
// check --property=properties/memory.prp => unsafe: leak at reach_error.c:15 after 1 executions
#include <stdlib.h>

void reach_error(void) {}

int main(void) {
    if (getenv("PATH"))
        reach_error();
    char *p = malloc(1);
    *p = 1;
    return 0;
}
