// SPDX-License-Identifier: Apache-2.0
// native.h without fibers: accesses are logged, saved memory can be put back,
// and what does not return there comes back here by longjmp. Included by one
// file of a test each.

#ifndef MAZURKA_TESTS_NATIVE_STUB_H
#define MAZURKA_TESTS_NATIVE_STUB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "machine/native/files.h"
#include "machine/native/memory/heap.h"
#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"
#include "machine/native/races/c11.h"
#include "one_time.h"
#include "stateless.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct access {
    const char *address;
    size_t size;
    bool write;
};

struct saved {
    void *address;
    size_t size;
    char *bytes;
};

static struct {
    struct native_thread thread[NATIVE_MOST_THREADS];
    unsigned running;
    struct native_settings settings;
    VEC(struct access) access;
    VEC(struct saved) saved;
    // How the last call that did not return ended.
    jmp_buf back;
    bool awaited; // is such an end expected?
    enum finding_kind kind, reported;
    enum limit bound;
    char message[200];
    int status; // of exit
    size_t step, kept;
    const char *external;
    uint32_t choice;
    uint64_t choices;
    unsigned atomic;
    // Called at each access, before it happens: another thread.
    void (*meanwhile)(void);
} stub;

enum { STUB_FAIL = 1, STUB_STUCK, STUB_EXIT, STUB_UNSUPPORTED, STUB_LIMIT };

// 0 if the call returns, else how it ended.
#define ENDS(call)                    \
    ({                                \
        int how_ = setjmp(stub.back); \
        stub.awaited = !how_;         \
        if (!how_)                    \
            call;                     \
        stub.awaited = false;         \
        how_;                         \
    })

static _Noreturn void end(int how) {
    if (!stub.awaited)
        fail_msg("unexpected end: %s", stub.message);
    longjmp(stub.back, how);
}

struct native_thread *native_self(void) {
    return &stub.thread[stub.running];
}

struct native_thread *native_thread(unsigned number) {
    return &stub.thread[number];
}

const char *native_name_of(unsigned who) {
    return stub.thread[who].name;
}

const struct native_settings *native_settings(void) {
    return &stub.settings;
}

void native_save(void *address, size_t size) {
    struct saved saved = {address, size, memory_new(size + 1, 1)};
    memcpy(saved.bytes, address, size);
    vec_push(&stub.saved, saved);
}

// Go back to when there were so many records.
static inline void stub_undo(size_t mark) {
    while (stub.saved.count > mark) {
        struct saved *last = &stub.saved.at[--stub.saved.count];
        memcpy(last->address, last->bytes, last->size);
        memory_free(last->bytes);
    }
}

static void note(const void *address, size_t size, bool write,
                 const struct mz_site *site) {
    assert_true(size > 0);
    if (stub.meanwhile) {
        void (*meanwhile)(void) = stub.meanwhile;
        stub.meanwhile = NULL;
        meanwhile();
    }
    native_touches(address, size, false, site);
    vec_push(&stub.access, (struct access){address, size, write});
}

void native_touches(const void *address, size_t size, bool write,
                    const struct mz_site *site) {
    (void)write;
    if ((uintptr_t)address < 1 << 16)
        native_fail(FINDING_NULL_DEREFERENCE, site, "null");
    enum finding_kind kind =
        heap_owns(address) ? heap_check(address, size) : NO_FINDING;
    char where[200];
    heap_describe(address, where, sizeof where);
    if (kind)
        native_fail(kind, site, "%s", where);
}

void native_reads(const void *address, size_t size,
                  const struct mz_site *site) {
    note(address, size, false, site);
}

void native_writes(void *address, size_t size, const struct mz_site *site) {
    note(address, size, true, site);
    native_save(address, size);
}

void native_copies(void *address, const void *from, size_t size,
                   const struct mz_site *site) {
    (void)from;
    native_writes(address, size, site);
}

void native_fills(void *address, int byte, size_t size,
                  const struct mz_site *site) {
    (void)byte;
    native_writes(address, size, site);
}

void native_gives(void *address, const void *value, size_t size,
                  const struct mz_site *site) {
    native_writes(address, size, site);
    memcpy(address, value, size);
}

void native_tells(void *address, const void *value, size_t size,
                  const struct mz_site *site) {
    native_writes(address, size, site);
    memcpy(address, value, size);
}

size_t native_reads_text(const char *text, const struct mz_site *site) {
    size_t length = strlen(text);
    native_reads(text, length + 1, site);
    return length;
}

size_t native_room(const void *address) {
    (void)address;
    return 0; // not known
}

bool files_had_stream(const FILE *stream) {
    (void)stream;
    return false;
}

void files_opened_folder(DIR *folder) {
    (void)folder;
}

bool files_had_folder(const DIR *folder) {
    (void)folder;
    return false;
}

bool native_lost_control(void) {
    return false;
}

bool files_had(int fd) {
    (void)fd;
    return false;
}

void native_frees(void *block, size_t size, const struct mz_site *site) {
    note(block, size, true, site);
}

void native_revives(void *block, size_t size, const struct mz_site *site) {
    (void)block, (void)size, (void)site;
}

struct c11 *native_c11(void) {
    return NULL; // nobody looks for data races
}

void c11_acquire(struct c11 *c11, unsigned thread, const void *object) {
    (void)c11, (void)thread, (void)object;
}

void c11_release(struct c11 *c11, unsigned thread, const void *object) {
    (void)c11, (void)thread, (void)object;
}

void native_forget(const void *address, size_t size) {
    (void)address, (void)size;
}

void native_report(enum finding_kind kind, const struct mz_site *site,
                   const char *format, ...) {
    (void)site, (void)format;
    stub.reported = kind;
}

_Noreturn void native_fail(enum finding_kind kind, const struct mz_site *site,
                           const char *format, ...) {
    (void)site;
    va_list list;
    va_start(list, format);
    vsnprintf(stub.message, sizeof stub.message, format, list);
    va_end(list);
    stub.kind = kind;
    end(STUB_FAIL);
}

_Noreturn void native_stuck(void) {
    end(STUB_STUCK);
}

_Noreturn void native_limit(enum limit limit) {
    (void)limit;
    end(STUB_LIMIT);
}

void native_bounded(enum limit limit) {
    stub.bound = limit;
}

size_t native_step_now(void) {
    return stub.step;
}

void native_keeps(size_t size) {
    stub.kept += size;
}

_Noreturn void native_exit(int status, const struct mz_site *site,
                           const char *printed) {
    (void)site, (void)printed;
    stub.status = status;
    end(STUB_EXIT);
}

void native_printed(const char *bytes, size_t count,
                    const struct mz_site *site) {
    (void)bytes, (void)count, (void)site;
}

_Noreturn void __mz_unsupported(const char *what, const struct mz_site *site) {
    (void)site;
    snprintf(stub.message, sizeof stub.message, "%s", what);
    end(STUB_UNSUPPORTED);
}

void native_external(const char *function) {
    stub.external = function;
}

void native_calls(void (*function)(void)) {
    (void)function;
}

void native_visible(struct op *op) {
    assert_int_equal(op->kind, OP_CHOOSE);
    stub.choices = op->arg;
    op->choice = stub.choice;
}

bool native_may_be_lent(const void *block) {
    (void)block;
    return false;
}

// Waiting is the machine's business.
uint64_t __mz_load_await(const void *address, uint32_t size, uint32_t compare,
                         uint64_t operand, uint64_t bits, uint32_t order,
                         uint64_t head, const struct mz_site *site) {
    (void)address, (void)size, (void)compare, (void)bits, (void)order,
        (void)head, (void)site;
    return operand;
}

uint64_t __mz_exchange_await(void *address, uint32_t size, uint32_t compare,
                             uint64_t operand, uint64_t value, uint32_t order,
                             uint64_t head, const struct mz_site *site) {
    (void)address, (void)size, (void)compare, (void)value, (void)order,
        (void)head, (void)site;
    return operand;
}

void __mz_atomic_begin(const struct mz_site *site) {
    (void)site;
    stub.atomic++;
}

void __mz_atomic_end(const struct mz_site *site) {
    (void)site;
    stub.atomic--;
}

// ------------------------------------------------------------------ in tests

#define HERE(number)                    \
    (__mz_at = &(const struct mz_site){ \
         .file = "a.c", .function = "f", .line = (number)})

static inline int stub_set_up(void **state) {
    (void)state;
    heap_init();
    stub_undo(0);
    stub.access.count = 0;
    stub.running = 0;
    stub.step = stub.kept = 0;
    stub.settings = (struct native_settings){.races = RACES_REPORT};
    stub.kind = stub.reported = NO_FINDING;
    stub.bound = NO_LIMIT;
    stub.external = NULL;
    stub.meanwhile = NULL;
    stub.message[0] = 0;
    for (unsigned i = 0; i < NATIVE_MOST_THREADS; i++) {
        stub.thread[i] = (struct native_thread){.number = i};
        snprintf(stub.thread[i].name, sizeof stub.thread[i].name,
                 i ? "main/%u" : "main", i);
    }
    static const struct mz_site place = {"a.c", "f", "x", 1, 1, "", ""};
    __mz_at = &place;
    return 0;
}

static inline int stub_tear_down(void **state) {
    (void)state;
    stub_undo(0);
    vec_free(&stub.saved);
    vec_free(&stub.access);
    return 0;
}

// The accesses so far are exactly these: "r address size", in order.
static inline void stub_expect(unsigned count, ...) {
    va_list list;
    va_start(list, count);
    assert_int_equal(stub.access.count, count);
    for (unsigned i = 0; i < count; i++) {
        int mode = va_arg(list, int);
        const void *address = va_arg(list, const void *);
        int size = va_arg(list, int);
        assert_int_equal(stub.access.at[i].write, mode == 'w');
        assert_ptr_equal(stub.access.at[i].address, address);
        assert_int_equal(stub.access.at[i].size, size);
    }
    va_end(list);
    stub.access.count = 0;
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, stub_set_up, stub_tear_down)

#endif
