// SPDX-License-Identifier: Apache-2.0
// Programs can see who compiles them.
#if __MAZURKA__ != 1
#error not seen
#endif
int main(void) {
    return __MAZURKA__;
}
// expect: returned 1
