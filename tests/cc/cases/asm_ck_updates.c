// SPDX-License-Identifier: Apache-2.0
// Concurrency Kit: updates, with and without a result.
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
    bool z;
    ck_pr_add_64(&a, 5);
    ck_pr_sub_32(&b, 1);
    ck_pr_or_16(&c, 6);
    ck_pr_and_16(&c, 3);
    ck_pr_xor_8(&d, 1);
    ck_pr_not_8(&d);
    ck_pr_neg_int(&i);
    ck_pr_inc_int(&i);
    ck_pr_dec_int_zero(&i, &z);
    int r = z;
    ck_pr_inc_64_zero(&a, &z);
    r += 2 * z + 4 * ck_pr_bts_64(&a, 1) + 8 * ck_pr_btr_32(&b, 3);
    r += 16 * ck_pr_btc_16(&c, 0);
    return r * 100 + (int)a + c;
}
// expect: enter 0
// expect: alloc 1 1 z
// expect: add 8 5 seq_cst blind *target
// expect: sub 4 1 seq_cst blind *target
// expect: or 2 6 seq_cst blind *target
// expect: and 2 3 seq_cst blind *target
// expect: xor 1 1 seq_cst blind *target
// expect: xor 1 255 seq_cst blind *target
// expect: load 4 relaxed *target
// expect: cas 4 0 0 seq_cst relaxed *target
// expect: add 4 1 seq_cst blind *target
// expect: sub 4 1 seq_cst used *target
// expect: write 1 1 *zero
// expect: read 1 z
// expect: add 8 1 seq_cst used *target
// expect: write 1 0 *zero
// expect: read 1 z
// expect: or 8 2 seq_cst used *target
// expect: and 4 4294967287 seq_cst used *target
// expect: xor 2 1 seq_cst used *target
// expect: read 8 a
// expect: read 2 c
// expect: leave 0
// expect: returned 1309
