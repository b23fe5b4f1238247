// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// check --races=interleave => safe: 1 executions
// An ordinary program.
int main(void) {
    return 0;
}
