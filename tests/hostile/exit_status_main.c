// SPDX-License-Identifier: Apache-2.0
// check => unsafe: exit-status at FILE:N after 1 executions
// check --algorithm=source => unsafe: exit-status at FILE:N after 1 executions
// check --no-check=exit-status => safe: 1 executions
// check --check=leak,deadlock => safe: 1 executions
// main returns another number than 0.
int main(void) {
    return 3;
}
