// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// Standard input is empty here: that is what a program is told, in every
// execution.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char line[80];
    int number;
    assert(fgets(line, sizeof line, stdin) == NULL);
    assert(getchar() == EOF);
    assert(scanf("%d", &number) == EOF);
    assert(sscanf("17 apples", "%d %79s", &number, line) == 2 && number == 17);
    return 0;
}
