// SPDX-License-Identifier: Apache-2.0
// check => incomplete: calls outside of control (fgets, fgetc, scanf) after 1 executions
// check --trust=fgets,fgetc,scanf => safe: 1 executions
// check --trust=all --algorithm=source => safe: 1 executions
// Standard input is empty here: that is what a program is told. What is read from
// it in one execution is not there in the next.
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
