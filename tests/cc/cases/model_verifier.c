// SPDX-License-Identifier: Apache-2.0
// Names that other checkers use; of a choice, the classes of its values first.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 3);
    reach_error();
    return n;
}
// expect: nondet 3
// expect: __VERIFIER_nondet_int line 7
// expect: __VERIFIER_assume line 8
// expect: reach_error line 9
// expect: returned 7
