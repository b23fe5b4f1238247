// SPDX-License-Identifier: Apache-2.0
// Sixteen bytes go by reference.
typedef unsigned __int128 wide;
_Alignas(16) wide x, y;
int main(void) {
    wide old, value = ((wide)1 << 64) + 2;
    __atomic_store(&x, &value, __ATOMIC_RELEASE);
    __atomic_load(&x, &old, __ATOMIC_ACQUIRE);
    int r = old == value;
    __atomic_exchange(&x, &value, &old, __ATOMIC_SEQ_CST);
    r += __sync_bool_compare_and_swap(&x, value, value + 1);
    r += (int)__atomic_fetch_add(&x, 5, __ATOMIC_RELAXED);
    return r * 10 + (int)x;
}
// expect: store16 release x
// expect: load16 acquire x
// expect: exchange16 seq_cst x
// expect: cas16 seq_cst seq_cst x
// expect: load16 relaxed x
// expect: cas16 relaxed relaxed x
// expect: read 16 x
// expect: returned 58
