// SPDX-License-Identifier: Apache-2.0
// SHA-256 of texts whose last blocks are filled in every way; the hashes are
// those of sha256sum.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha256.h"

static const struct {
    size_t length; // of a text of the letter a
    const char *hash;
} known[] = {
    {0, "e3b0c44298fc1c149afbf4c8996fb924"
        "27ae41e4649b934ca495991b7852b855"},
    {3, "9834876dcfb05cb167a5c24953eba58c"
        "4ac89b1adf57f28f2f9d09af107ee8f0"},
    {55, "9f4390f8d30c2dd92ec9f095b65e2b9a"
         "e9b0a925a5258e241c9f1e910f734318"},
    {56, "b35439a4ac6f0948b6d6f9e3c6af0f5f"
         "590ce20f1bde7090ef7970686ec6738a"},
    {63, "7d3e74a05d7db15bce4ad9ec0658ea98"
         "e3f06eeecf16b4c6fff2da457ddc2f34"},
    {64, "ffe054fe7ae0cb6dc65c3af9b61d5209"
         "f439851db43d0ba5997337df154668eb"},
    {119, "31eba51c313a5c08226adf18d4a359cf"
          "dfd8d2e816b13f4af952f7ea6584dcfb"},
    {120, "2f3d335432c70b580af0e8e1b3674a7c"
          "020d683aa5f73aaaedfdc55af904c21c"},
    {1000, "41edece42d63e8d9bf515a9ba6932e1c"
           "20cbc9f5a5d134645adb5db1b9737ea3"},
};

static void hashes_are_known(void **unused) {
    (void)unused;
    char text[1000];
    memset(text, 'a', sizeof text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal(sha256(text, known[i].length).text, known[i].hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(hashes_are_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
