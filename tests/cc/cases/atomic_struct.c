// SPDX-License-Identifier: Apache-2.0
// Atomic structures: of eight bytes, and larger than any.
#include <stdatomic.h>
struct pair { int a, b; };
struct many { int a[5]; };
_Atomic struct pair p;
_Atomic struct many m;
int main(void) {
    p = (struct pair){1, 2};
    struct pair q = p;
    m = (struct many){{1, 2, 3, 4, 5}};
    struct many n = m;
    return q.a + q.b + n.a[4];
}
// expect: enter 0
// expect: alloc 20 4
// expect: alloc 20 4 n
// expect: store 8 8589934593 seq_cst p
// expect: load 8 seq_cst p
// expect: write 20 0
// expect: __atomic_store line 11
// expect: __atomic_load line 12
// expect: read 4 n.a[4]
// expect: leave 0
// expect: returned 8
