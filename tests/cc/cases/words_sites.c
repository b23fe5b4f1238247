// SPDX-License-Identifier: Apache-2.0
// The whole table.
// run: --sites
int x;
void set(int n) {
    x = n;
    x = n;
}
int main(void) {
    set(x);
    return 0;
}
// expect: site words_sites.c:6:7 set: x
// expect: site words_sites.c:7:7 set: x
// expect: site words_sites.c:10:9 main: x
// expect: site words_sites.c:10:5 main:
// expect: site words_sites.c:11:5 main:
