// SPDX-License-Identifier: Apache-2.0
// What the table of globals says of them all.
// run: --globals
int a, b = 2;
static int c[5];
const int d = 3;
_Thread_local long e;
extern int elsewhere;
char *text = "x";
int f(void) {
    static int inner;
    return inner + c[0] + d;
}
int main(void) {
    return f();
}
// expect: global b 4 tls_table.c:4
// expect: global text 8 tls_table.c:9
// expect: global inner 4 tls_table.c:11
// expect: global c 20 tls_table.c:5
// expect: global a 4 tls_table.c:4
// expect: global e 8 tls_table.c:7 thread
