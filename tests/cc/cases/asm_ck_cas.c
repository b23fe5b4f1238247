// SPDX-License-Identifier: Apache-2.0
// Concurrency Kit: compare and swap, of pairs too.
// flags: -DCK_PR_DISABLE_DOUBLE
#include <ck_pr.h>
#include <stdio.h>
#include <stdlib.h>
uint64_t a;
uint32_t b;
uint16_t c;
uint8_t d;
int i;
void *p;
_Alignas(16) uint64_t pair[2] = {1, 2};

int main(void) {
    uint64_t v, one[2] = {1, 2}, two[2] = {3, 4}, got[2];
    int w;
    int r = ck_pr_cas_64(&a, 0, 5) + 2 * ck_pr_cas_64(&a, 0, 6);
    r += 4 * ck_pr_cas_int_value(&i, 0, 3, &w);
    r += 8 * ck_pr_cas_8(&d, 0, 3) + 16 * ck_pr_cas_ptr(&p, NULL, &i);
    r += 32 * ck_pr_cas_64_2(pair, one, two);
    r += 64 * ck_pr_cas_64_2_value(pair, one, two, got);
    ck_pr_load_64_2(pair, one);
    return r * 100 + (int)(got[1] + one[0]);
}
// expect: enter 0
// expect: alloc 16 16 one
// expect: alloc 16 16 two
// expect: alloc 16 16 got
// expect: alloc 4 4 w
// expect: write 16 0 one
// expect: write 16 0 two
// expect: cas 8 0 5 seq_cst seq_cst *target
// expect: cas 8 0 6 seq_cst seq_cst *target
// expect: cas 4 0 3 seq_cst seq_cst *target
// expect: write 4 0 *v
// expect: cas 1 0 3 seq_cst seq_cst *target
// expect: cas 8 0 large seq_cst seq_cst *target
// expect: read 8 set[0]
// expect: read 8 set[1]
// expect: read 8 *target
// expect: read 8 *target
// expect: cas16 seq_cst seq_cst *target
// expect: read 8 compare[0]
// expect: read 8 compare[1]
// expect: read 8 set[0]
// expect: read 8 set[1]
// expect: cas16 seq_cst seq_cst *target
// expect: write 8 3 v[0]
// expect: write 8 4 v[1]
// expect: cas16 seq_cst seq_cst *target
// expect: write 8 3 v[0]
// expect: write 8 4 v[1]
// expect: read 8 got[1]
// expect: read 8 one[0]
// expect: leave 0
// expect: returned 6107
