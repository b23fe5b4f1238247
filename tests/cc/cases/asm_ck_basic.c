// SPDX-License-Identifier: Apache-2.0
// Concurrency Kit: loads, stores, exchange, fetch and add.
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
    ck_pr_store_64(&a, 1);
    ck_pr_store_8(&d, 2);
    ck_pr_store_ptr(&p, &i);
    int r = (int)ck_pr_load_64(&a) + ck_pr_load_8(&d);
    r += (int)ck_pr_fas_64(&a, 7) + ck_pr_fas_16(&c, 3);
    r += ck_pr_faa_int(&i, 5) + ck_pr_faa_8(&d, 2);
    ck_pr_fence_memory();
    ck_pr_fence_strict_load();
    ck_pr_barrier();
    ck_pr_stall();
    ck_pr_rfo(&a);
    return r * 100 + i + (int)a + d + (ck_pr_load_ptr(&p) == &i);
}
// expect: store 8 1 release *target
// expect: store 1 2 release *target
// expect: store 8 large release *target
// expect: load 8 acquire *target
// expect: load 1 acquire *target
// expect: exchange 8 7 seq_cst used *target
// expect: exchange 2 3 seq_cst used *target
// expect: add 4 5 seq_cst used *target
// expect: add 1 2 seq_cst used *target
// expect: fence seq_cst
// expect: fence acq_rel
// expect: fence acq_rel
// expect: read 4 i
// expect: read 8 a
// expect: read 1 d
// expect: load 8 acquire *target
// expect: returned 617
