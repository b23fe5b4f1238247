// SPDX-License-Identifier: Apache-2.0
// check => unsafe: stack-overflow at stack_overflow.c:5 after 1 executions
// check --algorithm=source => unsafe: stack-overflow at stack_overflow.c:5 after 1 executions
// Recursion without an end.
static int depth(int n, int *above) { int here = n; return (above ? *above : 0) + depth(n + 1, &here) + here; }

int main(void) {
    return depth(0, 0);
}
