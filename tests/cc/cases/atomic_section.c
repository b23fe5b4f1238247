// SPDX-License-Identifier: Apache-2.0
// So is what stands between begin and end.
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
int main(void) {
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_atomic_end();
    return 0;
}
// expect: begin __VERIFIER_atomic_begin
// expect: write 4 1 x
// expect: end __VERIFIER_atomic_end
// expect: returned 0
