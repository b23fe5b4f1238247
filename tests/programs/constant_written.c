// SPDX-License-Identifier: Apache-2.0
// check => unsafe: segfault at constant_written.c:8 after 1 executions
// check --algorithm=source => unsafe: segfault at constant_written.c:8 after 1 executions
// A string constant cannot be written.
int main(int argc, char **argv) {
    (void)argv;
    char *text = "constant";
    text[argc] = 'x';
    return text[0];
}
