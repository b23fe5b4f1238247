// SPDX-License-Identifier: Apache-2.0
// Functions named __VERIFIER_atomic_ are one step.
int x;
void __VERIFIER_atomic_add(int n) {
    if (!n)
        return;
    x += n;
}
int main(void) {
    __VERIFIER_atomic_add(2);
    __VERIFIER_atomic_add(0);
    return x;
}
// expect: begin __VERIFIER_atomic_add
// expect: read 4 x
// expect: write 4 2 x
// expect: end __VERIFIER_atomic_add
// expect: begin __VERIFIER_atomic_add
// expect: end __VERIFIER_atomic_add
// expect: read 4 x
// expect: returned 2
