// SPDX-License-Identifier: Apache-2.0
// exit 4
// large
// check => incomplete: a fault of mazurka itself after 0 executions
// A crash in the checker's own code is no bug of the program: here, because it
// is called as only the compiler may.
void __mz_external(const void *site);

int main(void) {
    __mz_external(0);
    return 0;
}
