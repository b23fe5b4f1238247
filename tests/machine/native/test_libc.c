// SPDX-License-Identifier: Apache-2.0
// The models of library functions: they do what the C library does, and
// announce exactly the bytes that it reads and writes.

#include "stub.h"

#include "mazurka.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <unistd.h>
#include <wchar.h>

// A block of the program's heap with this text: accesses outside are found.
static char *text(const char *contents) {
    char *block = heap_new(strlen(contents) + 1, 1, false, __mz_at);
    return strcpy(block, contents);
}

static char *room(size_t size) {
    return heap_new(size, 1, false, __mz_at);
}

// ------------------------------------------------------------------- memory

static void test_allocation(void **state) {
    (void)state;
    char *a = __mz_malloc(10);
    assert_int_equal(__mz_malloc_usable_size(a), 10);
    assert_int_equal(__mz_malloc_usable_size(NULL), 0);
    memcpy(a, "012345678", 10);
    char *b = __mz_realloc(a, 20);
    assert_string_equal(b, "012345678");
    assert_int_equal(heap_check(a, 1), FINDING_USE_AFTER_FREE);
    stub.access.count = 0;
    b = __mz_realloc(b, 4);
    assert_memory_equal(b, "0123", 4);
    assert_int_equal(heap_check(b, 5), FINDING_OUT_OF_BOUNDS);
    assert_non_null(__mz_realloc(NULL, 8));
    assert_null(__mz_realloc(b, 0));
    assert_int_equal(heap_check(b, 1), FINDING_USE_AFTER_FREE);
    __mz_free(NULL);
    assert_int_equal(ENDS(__mz_free(b)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_DOUBLE_FREE);
    assert_int_equal(ENDS(__mz_realloc(b, 9)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_DOUBLE_FREE);
    int *zeros = __mz_calloc(5, 4);
    for (int i = 0; i < 5; i++)
        assert_int_equal(zeros[i], 0);
}

static void test_allocation_that_fails(void **state) {
    (void)state;
    assert_null(__mz_calloc(SIZE_MAX / 2, 3));
    assert_int_equal(*__mz___errno_location(), ENOMEM);
    *__mz___errno_location() = 0;
    assert_null(__mz_malloc(1ull << 50));
    assert_int_equal(*__mz___errno_location(), ENOMEM);
    char *a = __mz_malloc(3);
    assert_null(__mz_realloc(a, SIZE_MAX));
    assert_int_equal(heap_check(a, 3), NO_FINDING);
    assert_null(__mz_reallocarray(a, SIZE_MAX, 2));
    void *b = a;
    assert_int_equal(__mz_posix_memalign(&b, 3, 8), EINVAL);
    assert_ptr_equal(a, b);
    assert_int_equal(__mz_posix_memalign(&b, 256, 8), 0);
    assert_int_equal((uintptr_t)b % 256, 0);
    assert_null(__mz_aligned_alloc(24, 48));
    assert_int_equal((uintptr_t)__mz_aligned_alloc(128, 128) % 128, 0);
    assert_int_equal((uintptr_t)__mz_memalign(100, 1) % 128, 0);
    assert_int_equal((uintptr_t)__mz_valloc(1) % 4096, 0);
}

static void test_free_is_a_write(void **state) {
    (void)state;
    char *a = __mz_malloc(10);
    __mz_free(a);
    stub_expect(1, 'w', a, 10);
    char *large = __mz_malloc(1 << 24);
    __mz_free(large);
    stub_expect(1, 'w', large, 1 << 24);
}

static void test_strdup(void **state) {
    (void)state;
    char *a = text("hello");
    char *b = __mz_strdup(a), *c = __mz_strndup(a, 3);
    assert_string_equal(b, "hello");
    assert_int_equal(__mz_malloc_usable_size(b), 6);
    assert_string_equal(c, "hel");
    stub_expect(2, 'r', a, 6, 'r', a, 3);
    char long_one[5000];
    memset(long_one, 'x', sizeof long_one);
    long_one[4999] = 0;
    assert_string_equal(__mz_strdup(long_one), long_one);
    assert_int_equal(ENDS(__mz_strdup(NULL)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_NULL_DEREFERENCE);
}

// -------------------------------------------------------------------- bytes

static void test_memcpy(void **state) {
    (void)state;
    char *a = text("0123456789"), *b = room(11);
    assert_ptr_equal(__mz_memcpy(b, a, 11, __mz_at), b);
    assert_string_equal(b, a);
    stub_expect(2, 'r', a, 11, 'w', b, 11);
    __mz_memcpy(NULL, NULL, 0, __mz_at);
    __mz_memmove(a + 1, a, 5, __mz_at);
    assert_string_equal(a, "0012346789");
    assert_int_equal(stub.reported, NO_FINDING);
    __mz_memcpy(a + 1, a, 5, __mz_at);
    assert_int_equal(stub.reported, FINDING_API_MISUSE);
    assert_int_equal(ENDS(__mz_memcpy(b, a, 12, __mz_at)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_OUT_OF_BOUNDS);
    assert_int_equal(ENDS(__mz_memset(b, 0, 12, __mz_at)), STUB_FAIL);
    __mz_memset(b, 'x', 3, __mz_at);
    assert_string_equal(b, "xxx3456789");
    assert_ptr_equal(__mz_mempcpy(b, "ab", 2), b + 2);
    __mz_bcopy("cd", b, 2);
    __mz_bzero(b + 2, 1);
    assert_string_equal(b, "cd");
}

static void test_memmove_in_pieces(void **state) {
    (void)state;
    stub.settings.races = RACES_INTERLEAVE;
    enum { SIZE = 5000 };
    char *a = room(SIZE), expected[SIZE];
    for (int shift = -900; shift <= 900; shift += 300) {
        for (int i = 0; i < SIZE; i++)
            a[i] = expected[i] = (char)(i * 7 + i / 256);
        int from = shift < 0 ? -shift : 0, to = shift < 0 ? 0 : shift;
        memmove(expected + to, expected + from, 4000);
        __mz_memmove(a + to, a + from, 4000, __mz_at);
        assert_memory_equal(a, expected, SIZE);
    }
}

static char *shared;

static void change_shared(void) {
    shared[0] = 'X';
}

static void change_shared_later(void) {
    stub.meanwhile = change_shared;
}

// What is read is what was there when the reading was announced.
static void test_copies_keep_what_they_read(void **state) {
    (void)state;
    stub.settings.races = RACES_INTERLEAVE;
    char *to = room(10);
    shared = text("abc");
    stub.meanwhile = change_shared_later; // at the read: then at the write
    __mz_memcpy(to, shared, 4, __mz_at);
    assert_string_equal(to, "abc");
    assert_string_equal(shared, "Xbc");
    shared = text("abc");
    stub.meanwhile = change_shared; // before the read
    __mz_strcpy(to, shared);
    assert_string_equal(to, "Xbc");
    shared = text("abc");
    stub.meanwhile = change_shared_later;
    assert_int_equal(__mz_strcmp(shared, text("abc")), 0);
}

static void cut_shared(void) {
    shared[1] = 0;
}

static void join_shared(void) {
    shared[2] = 'c';
}

static void test_texts_that_change_length(void **state) {
    (void)state;
    stub.settings.races = RACES_INTERLEAVE;
    shared = text("abcdef");
    stub.meanwhile = cut_shared;
    assert_int_equal(__mz_strlen(shared), 1);
    stub.access.count = 0;
    shared = text("ab.def");
    shared[2] = 0;
    stub.meanwhile = join_shared;
    assert_int_equal(__mz_strlen(shared), 6);
    stub_expect(2, 'r', shared, 3, 'r', shared + 3, 4);
}

static void test_searching_bytes(void **state) {
    (void)state;
    char *a = text("hello, world");
    assert_ptr_equal(__mz_memchr(a, 'l', 12), a + 2);
    stub_expect(1, 'r', a, 3);
    assert_null(__mz_memchr(a, 'z', 12));
    stub_expect(1, 'r', a, 12);
    assert_ptr_equal(__mz_memchr(a, 'l', 100), a + 2);
    assert_ptr_equal(__mz_rawmemchr(a, 'w'), a + 7);
    assert_ptr_equal(__mz_memrchr(a, 'l', 12), a + 10);
    assert_null(__mz_memchr(NULL, 'l', 0));
    assert_ptr_equal(__mz_memmem(a, 12, "wor", 3), a + 7);
    char *to = room(3);
    assert_ptr_equal(__mz_memccpy(to, a, 'l', 13), to + 3);
    assert_memory_equal(to, "hel", 3);
    assert_null(__mz_memccpy(to, a, 'z', 3));
    assert_int_equal(__mz_memcmp("abc", "abd", 3), -1);
    assert_int_equal(__mz_memcmp("abc", "abd", 2), 0);
    assert_int_equal(__mz_bcmp("abc", "abc", 3), 0);
    assert_int_equal(ENDS(__mz_memcmp(a, a, 14)), STUB_FAIL);
}

// -------------------------------------------------------------------- texts

static void test_copying_texts(void **state) {
    (void)state;
    char *from = text("hello"), *to = room(12);
    assert_ptr_equal(__mz_strcpy(to, from), to);
    stub_expect(2, 'r', from, 6, 'w', to, 6);
    assert_string_equal(to, "hello");
    assert_ptr_equal(__mz_strcat(to, from), to);
    stub_expect(3, 'r', to, 6, 'r', from, 6, 'w', to + 5, 6);
    assert_string_equal(to, "hellohello");
    assert_ptr_equal(__mz_stpcpy(to, from), to + 5);
    assert_ptr_equal(__mz_strncat(to, from, 2), to);
    assert_string_equal(to, "hellohe");
    stub.access.count = 0;
    assert_ptr_equal(__mz_strncpy(to, from, 3), to);
    stub_expect(2, 'r', from, 3, 'w', to, 3);
    assert_ptr_equal(__mz_stpncpy(to, from, 10), to + 5);
    stub_expect(2, 'r', from, 6, 'w', to, 10);
    assert_memory_equal(to, "hello\0\0\0\0\0", 10);
    assert_int_equal(ENDS(__mz_strcpy(to + 8, from)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_OUT_OF_BOUNDS);
    assert_int_equal(stub.reported, NO_FINDING);
    __mz_strcpy(from + 1, from + 1);
    assert_int_equal(stub.reported, FINDING_API_MISUSE);
    assert_int_equal(__mz_strlcpy(to, "abcdef", 4), 6);
    assert_string_equal(to, "abc");
    assert_int_equal(__mz_strlcat(to, "xyz", 6), 6);
    assert_string_equal(to, "abcxy");
    assert_int_equal(__mz_strlcpy(NULL, "abc", 0), 3);
    assert_int_equal(__mz_strxfrm(to, "abc", 12), 3);
}

static void test_unterminated_texts(void **state) {
    (void)state;
    char *a = room(4);
    memcpy(a, "abcd", 4);
    assert_int_equal(__mz_strnlen(a, 4), 4);
    assert_int_equal(ENDS(__mz_strlen(a)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_OUT_OF_BOUNDS);
    assert_int_equal(ENDS(__mz_strnlen(a, 5)), STUB_FAIL);
    char *b = text("x");
    __mz_free(b);
    assert_int_equal(ENDS(__mz_strlen(b)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_USE_AFTER_FREE);
    assert_int_equal(__mz_strnlen(NULL, 0), 0);
    assert_int_equal(__mz_strncmp(a, "abcd", 4), 0);
    assert_int_equal(ENDS(__mz_strcmp(a, "abcd")), STUB_FAIL);
    assert_int_equal(ENDS(__mz_strcmp("abc", NULL)), STUB_FAIL);
    assert_int_equal(ENDS(__mz_strcmp(NULL, "abc")), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_NULL_DEREFERENCE);
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static void test_comparing_texts(void **state) {
    (void)state;
    static const char *const texts[] = {"",    "a", "ab",   "abc", "abd",
                                        "ABC", "b", "\xff", "abC", "abcd"};
    for (size_t i = 0; i < 10; i++)
        for (size_t j = 0; j < 10; j++) {
            const char *a = texts[i], *b = texts[j];
            assert_int_equal(sign(__mz_strcmp(a, b)), sign(strcmp(a, b)));
            assert_int_equal(sign(__mz_strcoll(a, b)), sign(strcmp(a, b)));
            assert_int_equal(sign(__mz_strcasecmp(a, b)),
                             sign(strcasecmp(a, b)));
            for (size_t n = 0; n < 5; n++) {
                assert_int_equal(sign(__mz_strncmp(a, b, n)),
                                 sign(strncmp(a, b, n)));
                assert_int_equal(sign(__mz_strncasecmp(a, b, n)),
                                 sign(strncasecmp(a, b, n)));
            }
        }
    stub.access.count = 0;
    char *a = text("abcde"), *b = text("abXde");
    __mz_strcmp(a, b);
    stub_expect(2, 'r', a, 3, 'r', b, 3);
    char *x = room(3000), *y = room(3000);
    memset(x, 'x', 3000);
    memset(y, 'x', 3000);
    x[2999] = y[2999] = 0;
    assert_int_equal(__mz_strcmp(x, y), 0);
    y[2500] = 'z';
    assert_true(__mz_strcmp(x, y) < 0);
}

static void test_searching_texts(void **state) {
    (void)state;
    char *a = text("hello, world");
    assert_ptr_equal(__mz_strchr(a, 'l'), a + 2);
    stub_expect(1, 'r', a, 3);
    assert_null(__mz_strchr(a, 'z'));
    assert_ptr_equal(__mz_strchr(a, 0), a + 12);
    assert_ptr_equal(__mz_strchrnul(a, 'z'), a + 12);
    assert_ptr_equal(__mz_strrchr(a, 'l'), a + 10);
    assert_ptr_equal(__mz_index(a, 'o'), a + 4);
    assert_ptr_equal(__mz_rindex(a, 'o'), a + 8);
    stub.access.count = 0;
    char *needle = text("lo");
    assert_ptr_equal(__mz_strstr(a, needle), a + 3);
    stub_expect(2, 'r', needle, 3, 'r', a, 5);
    assert_null(__mz_strstr(a, "xyz"));
    assert_ptr_equal(__mz_strstr(a, ""), a);
    assert_ptr_equal(__mz_strcasestr(a, "WOR"), a + 7);
    assert_int_equal(__mz_strspn(a, "leh"), 4);
    assert_int_equal(__mz_strcspn(a, ", "), 5);
    assert_ptr_equal(__mz_strpbrk(a, "wo"), a + 4);
    assert_null(__mz_strpbrk(a, "XYZ"));
}

static void test_tokens(void **state) {
    (void)state;
    char *a = text(" one  two three"), *rest;
    assert_string_equal(__mz_strtok(a, " "), "one");
    stub.running = 1; // it is the same for all
    assert_string_equal(__mz_strtok(NULL, " "), "two");
    stub.running = 0;
    size_t mark = stub.saved.count;
    assert_string_equal(__mz_strtok(NULL, " "), "three");
    stub_undo(mark);
    assert_string_equal(__mz_strtok(NULL, " "), "three");
    assert_null(__mz_strtok(NULL, " "));
    assert_null(__mz_strtok(NULL, " "));
    char *c = text("x;y");
    assert_string_equal(__mz_strtok_r(c, ";", &rest), "x");
    assert_string_equal(__mz_strtok_r(NULL, ";", &rest), "y");
    assert_null(__mz_strtok_r(NULL, ";", &rest));
    char *d = text("p::q");
    assert_string_equal(__mz_strsep(&d, ":"), "p");
    assert_string_equal(__mz_strsep(&d, ":"), "");
    assert_string_equal(__mz_strsep(&d, ":"), "q");
    assert_null(__mz_strsep(&d, ":"));
}

static void test_error_names(void **state) {
    (void)state;
    char to[40];
    assert_string_equal(__mz_strerror(ENOMEM), "Cannot allocate memory");
    assert_string_equal(__mz_strerror_r(EINVAL, to, 40), "Invalid argument");
    assert_int_equal(__mz___xpg_strerror_r(EINVAL, to, 8), ERANGE);
    assert_string_equal(to, "Invalid");
    assert_int_equal(__mz___xpg_strerror_r(EINVAL, to, 40), 0);
    assert_string_equal(to, "Invalid argument");
    assert_string_equal(__mz_strsignal(SIGINT), "Interrupt");
}

static void test_numbers(void **state) {
    (void)state;
    char *a = text("  -42xyz"), *end;
    assert_int_equal(__mz_strtol(a, &end, 10), -42);
    assert_ptr_equal(end, a + 5);
    stub_expect(2, 'r', a, 6, 'w', &end, 8);
    assert_int_equal(__mz_atoi("17"), 17);
    assert_int_equal(__mz_atol("-3"), -3);
    assert_int_equal(__mz_atoll("99999999999"), 99999999999);
    assert_true(__mz_atof("0.5") == 0.5);
    assert_int_equal(__mz_strtoul("0xff", NULL, 0), 255);
    assert_int_equal(__mz_strtoull("777", NULL, 8), 511);
    assert_int_equal(__mz_strtoimax("-1", NULL, 10), -1);
    assert_int_equal(__mz_strtoumax("1", NULL, 10), 1);
    assert_true(__mz_strtod("1e3z", &end) == 1000.0);
    assert_string_equal(end, "z");
    assert_true(__mz_strtof("0.25", NULL) == 0.25f);
    assert_true(__mz_strtold("2.5", NULL) == 2.5L);
    assert_int_equal(*__mz___errno_location(), 0);
    assert_true(__mz_strtoll("99999999999999999999", NULL, 10) == INT64_MAX);
    assert_int_equal(*__mz___errno_location(), ERANGE);
    assert_int_equal(__mz_strtol("none", &end, 10), 0);
    assert_string_equal(end, "none");
    assert_int_equal(__mz_atoi(text("")), 0);
    assert_int_equal(ENDS(__mz_atoi(NULL)), STUB_FAIL);
}

// ------------------------------------------------------- formats, scanning

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wformat-truncation"
#endif
// The same as the C library makes of it, in one room after the other.
#define FORMATS(...)                                                       \
    do {                                                                   \
        char expected_[3000], *got_ = room(3000);                          \
        int length_ = snprintf(expected_, 3000, __VA_ARGS__);              \
        assert_int_equal(__mz_snprintf(got_, 3000, __VA_ARGS__), length_); \
        assert_string_equal(got_, expected_);                              \
        assert_int_equal(__mz_sprintf(got_, __VA_ARGS__), length_);        \
        assert_string_equal(got_, expected_);                              \
        for (size_t room_ = 0; room_ < 12; room_++) {                      \
            char *small_ = room(room_);                                    \
            snprintf(expected_, room_, __VA_ARGS__);                       \
            assert_int_equal(__mz_snprintf(small_, room_, __VA_ARGS__),    \
                             length_);                                     \
            if (room_)                                                     \
                assert_string_equal(small_, expected_);                    \
        }                                                                  \
        char *new_;                                                        \
        assert_int_equal(__mz_asprintf(&new_, __VA_ARGS__), length_);      \
        assert_int_equal(__mz_malloc_usable_size(new_), length_ + 1);      \
    } while (0)

static void test_formats(void **state) {
    (void)state;
    FORMATS("plain");
    FORMATS("%d %i %u %x %X %o", -1, 2, 3u, 0xabcu, 0xabcu, 8u);
    FORMATS("%hhd %hd %ld %lld %jd %zd %td", 300, 70000, -5L, -6LL, (intmax_t)7,
            (ssize_t)-8, (ptrdiff_t)9);
    FORMATS("%hhu %hu %lu %llu %ju %zu", 300, 70000, 5UL, 6ULL, (uintmax_t)7,
            (size_t)8);
    FORMATS("%5d|%-5d|%05d|%+d|% d|%#x|%.3d", 42, 42, 42, 42, 42, 42u, 7);
    FORMATS("%*d|%-*d|%.*d|%*d", 6, 1, 6, 2, 4, 3, -6, 4);
    FORMATS("%s|%10s|%-10s|%.2s|%*.*s", "abc", "abc", "abc", "abc", 7, 1,
            "xyz");
    FORMATS("%c%c%%", 'x', 'y');
    FORMATS("%f %e %g %a %.3f %10.2f %Lf", 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5L);
    FORMATS("%f", DBL_MAX);
    FORMATS("%900d|%-900s|%900s", 1, "a", "b");
    FORMATS("%p %p", (void *)0, (void *)0x1234);
    FORMATS("%ls|%lc|%S", L"wide", L'w', L"x");
    FORMATS("%2$s %1$d", 5, "positions");
    FORMATS("%g%s%d%c", 0.1, "mixed", 3, 'z');
    *__mz___errno_location() = ENOENT;
    errno = ENOENT;
    char to[60];
    __mz_sprintf(to, "%m");
    assert_string_equal(to, "No such file or directory");
}

static void test_format_accesses(void **state) {
    (void)state;
    char *format = text("%s=%.2s%n"), *key = text("key"), *to = room(10);
    char *value = room(2);
    memcpy(value, "ab", 2);
    int *place = heap_new(sizeof *place, 1, false, __mz_at);
    __mz_sprintf(to, format, key, value, place);
    assert_string_equal(to, "key=ab");
    assert_int_equal(*place, 6);
    stub_expect(5, 'r', format, 10, 'r', key, 4, 'r', value, 2, 'w', place, 4,
                'w', to, 7);
    assert_int_equal(ENDS(__mz_sprintf(to, "%s", NULL)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_NULL_DEREFERENCE);
    assert_int_equal(ENDS(__mz_sprintf(to, "%s", value)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_OUT_OF_BOUNDS);
    assert_int_equal(ENDS(__mz_sprintf(to, "%d", 1234567890)), STUB_FAIL);
    assert_int_equal(ENDS(__mz_sprintf(to, "%n", (int *)NULL)), STUB_FAIL);
}
#pragma GCC diagnostic pop

static void test_scanning(void **state) {
    (void)state;
    int i, n;
    unsigned u;
    char c, *word = room(6), *set = room(4), *new_;
    double d;
    long l;
    short h = 0;
    assert_int_equal(
        __mz_sscanf("12 x3f hello 2.5", "%d x%x %s %lf", &i, &u, word, &d), 4);
    assert_int_equal(i, 12);
    assert_int_equal(u, 0x3f);
    assert_string_equal(word, "hello");
    assert_true(d == 2.5);
    assert_int_equal(__mz_sscanf("-7,abc9", "%ld,%3[a-c]%c%n", &l, set, &c, &n),
                     3);
    assert_int_equal(l, -7);
    assert_string_equal(set, "abc");
    assert_int_equal(c, '9');
    assert_int_equal(n, 7);
    assert_int_equal(__mz_sscanf("1234", "%2hd%*d", &h), 1);
    assert_int_equal(h, 12);
    assert_int_equal(__mz_sscanf("x", "%d", &i), 0);
    assert_int_equal(__mz_sscanf("", "%d", &i), EOF);
    assert_int_equal(__mz_sscanf("  ", "%d", &i), EOF);
    assert_int_equal(__mz_sscanf("5%6", "%d%%%d", &i, &n), 2);
    assert_int_equal(__mz_sscanf("made", "%ms", &new_), 1);
    assert_string_equal(new_, "made");
    assert_int_equal(ENDS(__mz_sscanf("toolong", "%s", word)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_OUT_OF_BOUNDS);
    assert_int_equal(__mz_sscanf("toolong", "%5s", word), 1);
    assert_string_equal(word, "toolo");
    assert_int_equal(ENDS(__mz_sscanf("1", "%1$d", &i)), STUB_UNSUPPORTED);
}

// ---------------------------------------------------------- output and input

static void test_output_is_shown_once(void **state) {
    (void)state;
    fflush(stdout);
    int kept = dup(1), ends[2];
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], 1);
    assert_int_equal(__mz_printf("swallowed %d", 1), 11);
    assert_int_equal(__mz_puts("swallowed"), 10);
    stub.settings.show_output = true;
    assert_int_equal(__mz_printf("%s-%d ", text("a"), 1), 4);
    assert_int_equal(__mz_puts("b"), 2);
    assert_int_equal(__mz_putchar('c'), 'c');
    assert_true(__mz_fputs("d", stdout) >= 0);
    assert_int_equal(__mz_fwrite("efgh", 2, 2, stdout), 2);
    assert_int_equal(__mz_fd_write(1, "i", 1), 1);
    assert_int_equal(__mz_dprintf(1, "%c", 'j'), 1);
    assert_int_equal(__mz_fputc('k', stdout), 'k');
    assert_int_equal(__mz_setvbuf(stdout, NULL, _IONBF, 0), 0);
    __mz_fflush(stdout);
    dup2(kept, 1);
    close(kept);
    char got[100] = "";
    assert_true(read(ends[0], got, sizeof got - 1) > 0);
    close(ends[0]);
    close(ends[1]);
    assert_string_equal(got, "a-1 b\ncdefghijk");
    assert_null(stub.external);
    assert_int_equal(ENDS(__mz_puts(NULL)), STUB_FAIL);
    char *bytes = text("abc");
    stub.settings.show_output = false;
    stub.access.count = 0;
    __mz_fwrite(bytes, 1, 4, stderr);
    stub_expect(1, 'r', bytes, 4);
    assert_int_equal(ENDS(__mz_fwrite(bytes, 1, 5, stdout)), STUB_FAIL);
    __mz_perror("nothing is shown");
}

static void test_input_is_external(void **state) {
    (void)state;
    char source[] = "one\ntwo\n12 word\nlast";
    FILE *in = fmemopen(source, sizeof source - 1, "r");
    char *line = room(6);
    assert_ptr_equal(__mz_fgets(line, 6, in), line);
    assert_string_equal(line, "one\n");
    assert_string_equal(stub.external, "fgets");
    assert_int_equal(__mz_fgetc(in), 't');
    assert_int_equal(__mz_ungetc('t', in), 't');
    assert_int_equal(__mz_fread(line, 2, 2, in), 2);
    assert_memory_equal(line, "two\n", 4);
    int number;
    assert_int_equal(__mz_fscanf(in, "%d %5s ", &number, line), 2);
    assert_int_equal(number, 12);
    assert_string_equal(line, "word");
    char **place = heap_new(sizeof *place, 1, true, __mz_at);
    size_t size = 0;
    assert_int_equal(__mz_getline(place, &size, in), 4);
    assert_string_equal(*place, "last");
    assert_int_equal(size, 5);
    assert_int_equal(__mz_getline(place, &size, in), -1);
    assert_null(__mz_fgets(line, 6, in));
    assert_int_equal(__mz_getc(in), EOF);
    rewind(in);
    assert_int_equal(__mz_getdelim(place, &size, '\n', in), 4);
    assert_string_equal(*place, "one\n");
    fclose(in);
    assert_int_equal(__mz_fd_read(-1, line, 3), -1);
    assert_int_equal(*__mz___errno_location(), EBADF);
}

// --------------------------------------------------------------------- time

static void test_time_is_slept_away(void **state) {
    (void)state;
    time_t now;
    assert_int_equal(__mz_time(&now), 946684800);
    assert_int_equal(now, 946684800);
    struct timespec when, again;
    assert_int_equal(__mz_clock_gettime(CLOCK_REALTIME, &when), 0);
    assert_int_equal(when.tv_sec, now);
    assert_int_equal(__mz_clock_gettime(CLOCK_MONOTONIC, &when), 0);
    assert_int_equal(__mz_nanosleep(&when, NULL), 0);
    assert_int_equal(__mz_clock_gettime(CLOCK_MONOTONIC, &again), 0);
    assert_int_equal(again.tv_sec, 2 * when.tv_sec);
    assert_int_equal(__mz_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &when), 0);
    assert_int_equal(when.tv_sec, 0);
    when.tv_sec = 3000;
    assert_int_equal(
        __mz_clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL), 0);
    assert_int_equal(__mz_clock_gettime(CLOCK_MONOTONIC, &again), 0);
    assert_memory_equal(&when, &again, sizeof when);
    assert_int_equal(__mz_clock_gettime(99, &when), -1);
    assert_int_equal(*__mz___errno_location(), EINVAL);
    when.tv_nsec = -1;
    assert_int_equal(__mz_nanosleep(&when, NULL), -1);
    assert_int_equal(__mz_clock_nanosleep(0, 0, &when, NULL), EINVAL);
    struct timeval day;
    assert_int_equal(__mz_gettimeofday(&day, NULL), 0);
    assert_int_equal(day.tv_sec, now + 2000);
    assert_int_equal(__mz_timespec_get(&when, TIME_UTC), TIME_UTC);
    assert_int_equal(__mz_clock(), 0);
    assert_int_equal(__mz_sleep(5) + __mz_alarm(5), 0);
    assert_int_equal(__mz_usleep(5), 0);
    assert_string_equal(__mz_ctime(&now), "Sat Jan  1 00:00:00 2000\n");
    struct tm *made = __mz_localtime(&now);
    assert_int_equal(made->tm_year, 100);
    assert_true(library_lends(made, sizeof *made));
    assert_false(library_lends(&now, 1));
    size_t mark = stub.saved.count;
    time_t later = now + 86400;
    assert_int_equal(__mz_gmtime(&later)->tm_mday, 2);
    stub_undo(mark);
    assert_int_equal(made->tm_mday, 1);
    char *to = room(11);
    assert_int_equal(__mz_strftime(to, 11, "%Y-%m-%d", made), 10);
    assert_string_equal(to, "2000-01-01");
    assert_int_equal(__mz_mktime(made), now);
    char text_[26];
    assert_string_equal(__mz_asctime_r(made, text_), __mz_asctime(made));
}

// ------------------------------------------------------------------ process

static char order[20];

static void first(void) {
    strcat(order, "1");
}

static void second(void) {
    strcat(order, "2");
    __mz_atexit(first);
}

static void with_status(int status, void *argument) {
    sprintf(order + strlen(order), "(%d%s)", status, (char *)argument);
}

static void test_exit_runs_handlers(void **state) {
    (void)state;
    order[0] = 0;
    assert_int_equal(__mz_atexit(first), 0);
    assert_int_equal(__mz_on_exit(with_status, "x"), 0);
    assert_int_equal(__mz_atexit(second), 0);
    size_t mark = stub.saved.count;
    assert_int_equal(ENDS(__mz_exit(3)), STUB_EXIT);
    assert_int_equal(stub.status, 3);
    assert_string_equal(order, "21(3x)1");
    order[0] = 0;
    assert_int_equal(ENDS(__mz_exit(4)), STUB_EXIT);
    assert_string_equal(order, ""); // they have run
    stub_undo(mark);
    assert_int_equal(ENDS(__mz__exit(5)), STUB_EXIT);
    assert_string_equal(order, "");
    __mz_at_quick_exit(first);
    assert_int_equal(ENDS(__mz_quick_exit(6)), STUB_EXIT);
    assert_string_equal(order, "1");
    assert_int_equal(ENDS(__mz__Exit(7)), STUB_EXIT);
    assert_int_equal(stub.status, 7);
    stub_undo(mark);
    order[0] = 0;
    assert_int_equal(ENDS(__mz_exit(3)), STUB_EXIT);
    assert_string_equal(order, "21(3x)1"); // as the first time
}

static void test_findings(void **state) {
    (void)state;
    assert_int_equal(ENDS(__mz_abort()), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_ABORT);
    assert_int_equal(ENDS(__mz___assert_fail("x > 0", "a.c", 1, "f")),
                     STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_ASSERTION);
    assert_string_equal(stub.message, "assertion `x > 0' failed");
    stub.kind = NO_FINDING;
    assert_int_equal(ENDS(__mz_reach_error()), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_ASSERTION);
    assert_string_equal(stub.message, "reach_error() called");
    assert_int_equal(ENDS(__mz___VERIFIER_error()), STUB_FAIL);
    assert_int_equal(ENDS(__mz___VERIFIER_assert(0)), STUB_FAIL);
    __mz___VERIFIER_assert(1);
}

static void test_signals(void **state) {
    (void)state;
    assert_int_equal(ENDS(__mz_raise(SIGABRT)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_ABORT);
    assert_int_equal(ENDS(__mz_raise(SIGTERM)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_UNCAUGHT_SIGNAL);
    assert_int_equal(__mz_raise(0), -1);
    assert_true(__mz_signal(SIGPIPE, SIG_IGN) == SIG_DFL);
    assert_int_equal(__mz_raise(SIGPIPE), 0);
    assert_true(__mz_signal(SIGPIPE, SIG_DFL) == SIG_IGN);
    assert_int_equal(ENDS(__mz_kill(__mz_getpid(), SIGPIPE)), STUB_FAIL);
    assert_int_equal(__mz_kill(__mz_getpid(), 0), 0);
    assert_int_equal(ENDS(__mz_kill(1, SIGTERM)), STUB_UNSUPPORTED);
    assert_int_equal(ENDS(__mz_signal(SIGINT, (sighandler_t)first)),
                     STUB_UNSUPPORTED);
    assert_string_equal(stub.message, "installs a signal handler");
    struct sigaction action = {.sa_handler = SIG_IGN}, old;
    assert_int_equal(__mz_sigaction(SIGINT, &action, &old), 0);
    assert_true(old.sa_handler == SIG_DFL);
    assert_int_equal(__mz_sigaction(SIGINT, NULL, &old), 0);
    assert_true(old.sa_handler == SIG_IGN);
    sigset_t set, was;
    __mz_sigemptyset(&set);
    __mz_sigaddset(&set, SIGUSR1);
    assert_int_equal(__mz_sigismember(&set, SIGUSR1), 1);
    assert_int_equal(__mz_sigprocmask(SIG_BLOCK, &set, NULL), 0);
    assert_int_equal(__mz_sigprocmask(SIG_SETMASK, NULL, &was), 0);
    assert_int_equal(__mz_sigismember(&was, SIGUSR1), 1);
    assert_int_equal(__mz_sigismember(&was, SIGUSR2), 0);
    assert_int_equal(ENDS(__mz_raise(SIGUSR1)), STUB_UNSUPPORTED);
    assert_int_equal(ENDS(__mz_pause()), STUB_UNSUPPORTED);
    __mz_sigpending(&was);
    assert_int_equal(__mz_sigismember(&was, SIGUSR1), 0);
}

static void test_what_is_refused(void **state) {
    (void)state;
    assert_int_equal(ENDS(__mz_fork()), STUB_UNSUPPORTED);
    assert_string_equal(stub.message, "calls fork()");
    assert_int_equal(ENDS(__mz_execl()), STUB_UNSUPPORTED);
    assert_int_equal(ENDS(__mz_system("true")), STUB_UNSUPPORTED);
    assert_int_equal(ENDS(__mz_syscall(999)), STUB_UNSUPPORTED);
    assert_int_equal(__mz_waitpid(-1, NULL, 0), -1);
    assert_int_equal(*__mz___errno_location(), ECHILD);
}

static void test_who_it_is(void **state) {
    (void)state;
    assert_int_equal(__mz_gettid(), __mz_getpid());
    stub.running = 2;
    assert_int_equal(__mz_gettid(), __mz_getpid() + 2);
    setenv("MAZURKA_TEST_LIBC", "yes", 1);
    assert_string_equal(__mz_getenv("MAZURKA_TEST_LIBC"), "yes");
    size_t mark = stub.saved.count;
    assert_int_equal(__mz_setenv("MAZURKA_TEST_LIBC", "no", 1), 0);
    assert_string_equal(__mz_getenv("MAZURKA_TEST_LIBC"), "no");
    stub_undo(mark);
    assert_string_equal(__mz_getenv("MAZURKA_TEST_LIBC"), "yes");
    assert_null(stub.external);
}

static void test_random_numbers(void **state) {
    (void)state;
    size_t mark = stub.saved.count;
    int a = __mz_rand(), b = __mz_rand();
    assert_int_not_equal(a, b);
    stub.running = 1;
    int other = __mz_rand();
    assert_int_not_equal(other, b);
    stub_undo(mark); // whoever was before
    assert_int_equal(__mz_rand(), a);
    assert_int_equal(__mz_rand(), b);
    __mz_srand(7);
    int seeded = __mz_rand();
    __mz_srand(8);
    assert_int_not_equal(__mz_rand(), seeded);
    __mz_srand(7);
    assert_int_equal(__mz_rand(), seeded);
    for (int i = 0; i < 1000; i++) {
        double d = __mz_drand48();
        assert_true(d >= 0 && d < 1 && __mz_random() >= 0 && __mz_rand() >= 0);
        assert_true(__mz_lrand48() >= 0 && __mz_lrand48() < 1l << 31);
    }
    unsigned *seed = heap_new(sizeof *seed, 1, true, __mz_at), same = 0;
    stub.access.count = 0;
    assert_int_equal(__mz_rand_r(seed), rand_r(&same));
    stub_expect(2, 'r', seed, 4, 'w', seed, 4);
    char *bytes = room(13);
    assert_int_equal(__mz_getrandom(bytes, 13, 0), 13);
    stub_expect(1, 'w', bytes, 13);
    assert_int_equal(__mz_getentropy(bytes, 300), -1);
}

// ------------------------------------------------------------------ sorting

struct pair {
    int key, index;
};

static int by_key(const void *a, const void *b) {
    const struct pair *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static int by_key_down(const void *a, const void *b, void *context) {
    ++*(int *)context;
    return by_key(b, a);
}

static void test_sorting_is_stable(void **state) {
    (void)state;
    srand(3);
    for (int count = 0; count < 400; count += 1 + count / 7)
        for (int keys = 1; keys <= 1000; keys *= 10) {
            struct pair *pairs =
                heap_new((size_t)count * sizeof *pairs, 1, false, __mz_at);
            for (int i = 0; i < count; i++)
                pairs[i] = (struct pair){rand() % keys, i};
            __mz_qsort(pairs, (size_t)count, sizeof *pairs, by_key);
            for (int i = 1; i < count; i++)
                assert_true(pairs[i - 1].key < pairs[i].key ||
                            (pairs[i - 1].key == pairs[i].key &&
                             pairs[i - 1].index < pairs[i].index));
            for (int i = 0; i < count; i++) {
                struct pair *found = __mz_bsearch(
                    &pairs[i], pairs, (size_t)count, sizeof *pairs, by_key);
                assert_int_equal(found->key, pairs[i].key);
            }
            int calls = 0;
            __mz_qsort_r(pairs, (size_t)count, sizeof *pairs, by_key_down,
                         &calls);
            for (int i = 1; i < count; i++)
                assert_true(pairs[i - 1].key >= pairs[i].key);
        }
    struct pair absent = {-1, 0};
    assert_null(__mz_bsearch(&absent, &absent, 0, sizeof absent, by_key));
    struct { // larger than a piece
        struct pair pair;
        char rest[3000];
    } *large = heap_new(4 * sizeof *large, 1, true, __mz_at);
    for (int i = 0; i < 4; i++) {
        large[i].pair.key = -i;
        large[i].rest[2999] = (char)i;
    }
    __mz_qsort(large, 4, sizeof *large, by_key);
    for (int i = 0; i < 4; i++)
        assert_int_equal(large[i].rest[2999], 3 - i);
}

// ------------------------------------------------------------ to the checker

static void test_assume_and_choose(void **state) {
    (void)state;
    __mz_mz_assume(1);
    assert_int_equal(ENDS(__mz_mz_assume(0)), STUB_STUCK);
    assert_int_equal(ENDS(__mz___VERIFIER_assume(0)), STUB_STUCK);
    assert_int_equal(__mz_mz_await(0), 0);
    stub.choice = 2;
    assert_int_equal(__mz_mz_choose(5), 2);
    assert_int_equal(stub.choices, 5);
    stub.choice = 1;
    assert_int_equal(__mz___VERIFIER_nondet_bool(), 1);
    assert_int_equal(stub.choices, 2);
    assert_int_equal(stub.bound, NO_LIMIT);
    static const int64_t classes[] = {0, 900};
    __mz_nondet(classes, 2, true);
    assert_int_equal(__mz___VERIFIER_nondet_int(), 900);
    assert_int_equal(stub.choices, 2);
    assert_int_equal(stub.bound, NO_LIMIT);
    __mz_nondet(classes, 2, false);
    stub.choice = 3; // 0, 1, -1, 900, and the limits
    assert_int_equal(__mz___VERIFIER_nondet_int(), 900);
    assert_int_equal(stub.choices, 6);
    assert_int_equal(stub.bound, LIMIT_NONDET);
    stub.choice = 2; // 0, 1, 255
    assert_int_equal(__mz___VERIFIER_nondet_uchar(), 255);
    assert_int_equal(stub.choices, 3);
    stub.choice = 1;
    assert_int_equal(__mz_mz_choose(1), 0);
    assert_int_equal(ENDS(__mz_mz_choose(0)), STUB_FAIL);
    assert_int_equal(stub.kind, FINDING_API_MISUSE);
    size_t mark = stub.saved.count;
    __mz_mz_thread_name("a name that is much longer than the sixty-three "
                        "characters that there is room for");
    assert_int_equal(strlen(native_self()->name), 63);
    __mz_mz_thread_name("producer");
    assert_string_equal(native_self()->name, "producer");
    stub_undo(mark);
    assert_string_equal(native_self()->name, "main");
    __mz___VERIFIER_atomic_begin();
    assert_int_equal(stub.atomic, 1);
    __mz___VERIFIER_atomic_end();
}

static void test_header_without_mazurka(void **state) {
    (void)state;
    int x = 1;
    mz_assume(x == 1);
    mz_await(x == 1);
    mz_thread_name("nobody");
    assert_int_equal(mz_choose(3), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_allocation),
        TEST(test_allocation_that_fails),
        TEST(test_free_is_a_write),
        TEST(test_strdup),
        TEST(test_memcpy),
        TEST(test_memmove_in_pieces),
        TEST(test_copies_keep_what_they_read),
        TEST(test_texts_that_change_length),
        TEST(test_searching_bytes),
        TEST(test_copying_texts),
        TEST(test_unterminated_texts),
        TEST(test_comparing_texts),
        TEST(test_searching_texts),
        TEST(test_tokens),
        TEST(test_error_names),
        TEST(test_numbers),
        TEST(test_formats),
        TEST(test_format_accesses),
        TEST(test_scanning),
        TEST(test_output_is_shown_once),
        TEST(test_input_is_external),
        TEST(test_time_is_slept_away),
        TEST(test_exit_runs_handlers),
        TEST(test_findings),
        TEST(test_signals),
        TEST(test_what_is_refused),
        TEST(test_who_it_is),
        TEST(test_random_numbers),
        TEST(test_sorting_is_stable),
        TEST(test_assume_and_choose),
        TEST(test_header_without_mazurka),
    };
    return cmocka_run_group_tests_name("libc", tests, NULL, NULL);
}
