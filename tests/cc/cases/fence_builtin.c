// SPDX-License-Identifier: Apache-2.0
// The fences of __sync and of the processor's headers.
#include <emmintrin.h>
int main(void) {
    __sync_synchronize();
    _mm_mfence();
    _mm_lfence();
    _mm_sfence();
    _mm_pause();
    return 0;
}
// expect: fence seq_cst
// expect: fence seq_cst
// expect: fence acq_rel
// expect: fence acq_rel
// expect: returned 0
