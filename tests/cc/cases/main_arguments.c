// SPDX-License-Identifier: Apache-2.0
// main may declare none, two or three parameters.
int main(int argc, char **argv, char **envp) {
    return argc == 1 && argv[1] == 0 && envp;
}
// expect: read 8 argv[1]
// expect: returned 1
