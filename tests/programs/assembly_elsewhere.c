// SPDX-License-Identifier: Apache-2.0
// exit 3
// check -- address => not checked: uses inline assembly at assembly_elsewhere.c:18, which is not supported
// check -- system => not checked: uses inline assembly at assembly_elsewhere.c:20, which is not supported
// check -- string => not checked: uses inline assembly at assembly_elsewhere.c:23, which is not supported
// Assembly that goes beyond its operands without saying so.
#include <stdint.h>
#include <string.h>

static int shared;

int main(int count, char **words) {
    const char *which = words[count - 1];
    uintptr_t address = (uintptr_t)&shared;
    long result, number = 39, times = 4;
    (void)times;
    if (!strcmp(which, "address"))
        __asm__ volatile("movd (%0), %%xmm0" ::"r"(address) : "xmm0");
    if (!strcmp(which, "system"))
        __asm__ volatile("syscall" : "=a"(result) : "a"(number) : "rcx", "r11");
    if (!strcmp(which, "string"))
        // clang-format off
        __asm__ volatile("rep stosb" : "+D"(address), "+c"(times) : "a"(number));
    // clang-format on
    return 0;
}
