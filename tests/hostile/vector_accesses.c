// SPDX-License-Identifier: Apache-2.0
// flags -mavx2
// check -- gather => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// check -- masked_load => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// check -- masked_store => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// check -- stream => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// check -- maskmove => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// check -- fxsave => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// check -- plain => unsafe: data-race at *:N after N executions || not checked: * || incomplete: *
// Vector instructions that access memory; another thread writes there.
#include <immintrin.h>
#include <pthread.h>
#include <string.h>

static _Alignas(64) int numbers[256];
static const char *which;

static void *work(void *unused) {
    numbers[1] = 1;
    return unused;
}

static int is(const char *name) {
    return !strcmp(which, name);
}

int main(int count, char **words) {
    which = words[count - 1];
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    __m256i all = _mm256_set1_epi32(-1), index = _mm256_set1_epi32(1);
    volatile __m256i result;
    if (is("gather"))
        result = _mm256_i32gather_epi32(numbers, index, 4);
    if (is("masked_load"))
        result = _mm256_maskload_epi32(numbers, all);
    if (is("masked_store"))
        _mm256_maskstore_epi32(numbers, all, index);
    if (is("stream"))
        _mm256_stream_si256((__m256i *)numbers, index);
    if (is("maskmove"))
        _mm_maskmoveu_si128(_mm_set1_epi8(1), _mm_set1_epi8(-1),
                            (char *)numbers);
    if (is("fxsave"))
        __builtin_ia32_fxsave(numbers);
    if (is("plain"))
        result = _mm256_load_si256((__m256i *)numbers);
    (void)result;
    pthread_join(thread, NULL);
    return 0;
}
