// SPDX-License-Identifier: Apache-2.0
// flags -mavx2
// check -- masked_store => safe: 2 executions || not checked: * || incomplete: *
// check -- maskmove => safe: 2 executions || not checked: * || incomplete: *
// check -- stream => safe: 2 executions || not checked: * || incomplete: *
// check -- fxsave => safe: 2 executions || not checked: * || incomplete: *
// What they have written is gone in the next execution.
#include <assert.h>
#include <immintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Alignas(64) int numbers[256];
static atomic_int x;

static void *work(void *unused) {
    x = 1;
    return unused;
}

int main(int count, char **words) {
    const char *which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    x = 2;
    pthread_join(thread, NULL);
    for (int i = 0; i < 256; i++)
        assert(numbers[i] == 0);
    if (!strcmp(which, "masked_store"))
        _mm256_maskstore_epi32(numbers, _mm256_set1_epi32(-1),
                               _mm256_set1_epi32(1));
    if (!strcmp(which, "maskmove"))
        _mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_set1_epi8(-1),
                            (char *)numbers);
    if (!strcmp(which, "stream"))
        _mm256_stream_si256((__m256i *)numbers, _mm256_set1_epi32(1));
    if (!strcmp(which, "fxsave"))
        __builtin_ia32_fxsave(numbers);
    return 0;
}
