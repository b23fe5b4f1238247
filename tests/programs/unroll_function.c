// SPDX-License-Identifier: Apache-2.0
// A bound for the loops of one function only.
// check => safe: 1 executions
// check --unroll=2 => incomplete: loop bound at unroll_function.c:N after N executions
// check --unroll=4@few => safe: 1 executions
// check --unroll=2@few => incomplete: loop bound at unroll_function.c:13 after N executions
// check --unroll=2@nobody => safe: 1 executions
// check --unroll=2@ => not checked: --unroll=2@: a whole number from 0 to 1000000000 is needed

static int sum;

static void few(void) {
    for (int i = 0; i < 3; i++)
        sum += i;
}

static void many(void) {
    for (int i = 0; i < 30; i++)
        sum += i;
}

int main(void) {
    many();
    few();
    return 0;
}
