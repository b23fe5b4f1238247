// SPDX-License-Identifier: Apache-2.0

#include "machine/native/weak_memory.h"

#include "base/fault.h"
#include "machine/native/effect.h"
#include "machine/native/park.h"
#include "machine/native/step.h"

#include <stdio.h>
#include <string.h>

void weak_memory_free(void) {
    struct weak_memory *w = &native.weak;
    for (size_t i = 0; i < w->places.count; i++)
        memory_free(w->places.at[i]);
    vec_free(&w->places);
    table_free(&w->words);
    vec_free(&w->left);
    vec_free(&w->lost);
}

// ------------------------------------------------------------------- places

static uint64_t key_of(uint64_t addr) {
    return (addr >> 3) + 1;
}

static struct weak_place *places_in(uint64_t key) {
    struct weak_word *word = table_find(&native.weak.words, key);
    return word ? word->places : NULL;
}

static struct weak_place *place_of(const struct op *op) {
    struct weak_place *p = places_in(key_of(op->addr));
    while (p && (p->addr != op->addr || p->size != op->size))
        p = p->next;
    if (p)
        return p;
    // Within a word: others are refused before they happen.
    invariant((op->addr & 7) + op->size <= 8);
    p = memory_new(1, sizeof *p);
    struct weak_word *word = table_put(&native.weak.words, key_of(op->addr));
    *p = (struct weak_place){.addr = op->addr,
                             .size = op->size,
                             .site = op->site,
                             .next = word->places};
    word->places = p;
    vec_push(&native.weak.places, p);
    return p;
}

static bool overlaps(const struct weak_place *p, uint64_t addr, size_t size) {
    return p->used && p->addr < addr + size && addr < p->addr + p->size;
}

// The next place with steps among these bytes, from this address on.
static struct weak_place *next_used(uint64_t addr, size_t size, uint64_t from) {
    uint64_t last = key_of(addr + size - 1);
    struct weak_place *best = NULL;
    for (uint64_t key = key_of(from); key <= last && !best; key++)
        for (struct weak_place *p = places_in(key); p; p = p->next)
            if (overlaps(p, addr, size) && p->addr + p->size > from &&
                (!best || p->addr < best->addr))
                best = p;
    return best;
}

// Of many bytes, there are fewer places than words.
static bool any_used(uint64_t addr, size_t size) {
    bool any = false;
    for (size_t i = 0; i < native.weak.places.count; i++)
        any |= overlaps(native.weak.places.at[i], addr, size);
    return any;
}

bool weak_memory_used(const void *address, size_t size) {
    uint64_t addr = (uintptr_t)address;
    if (!size || !native.weak.places.count)
        return false;
    return size / 8 > native.weak.places.count
               ? any_used(addr, size)
               : next_used(addr, size, addr) != NULL;
}

// -------------------------------------------------------------------- steps

static uint64_t chosen_value(const struct op *op, uint32_t choice) {
    uint32_t write = graph_choice_write(choice);
    if (write == INITIAL_WRITE)
        return place_of(op)->initial;
    require(write < native.taken.count);
    return native.weak.left.at[write];
}

void weak_memory_decide(struct op *op, uint32_t choice) {
    if (!op_is_access(op))
        return;
    if (!graph_choice_newest(choice))
        op_decide(op, chosen_value(op, choice) << 8 * (op->addr & 7));
    op->mode = OP_IGNORES;
}

const struct op *weak_memory_chosen(struct machine *m, struct step step) {
    struct op *op = &native.weak.chosen;
    *op = *step_pending(m, step.thread);
    weak_memory_decide(op, step.choice);
    op->choice = step.choice;
    return op;
}

// The first step at a place finds its initial value.
static void use(const struct op *op) {
    struct weak_place *p = place_of(op);
    if (p->used)
        return;
    native_save_quietly(&p->used, sizeof p->used);
    native_save_quietly(&p->initial, sizeof p->initial);
    p->used = true;
    p->initial = op_value(op, op->old);
}

void weak_memory_take(const struct op *op, uint32_t choice) {
    size_t step = native.taken.count - 1;
    use(op);
    vec_reserve(&native.weak.left, step + 1);
    if (!op_writes_memory(op))
        return;
    uint64_t value = op_result(op, op_value(op, op->old));
    native.weak.left.at[step] = value;
    if (graph_choice_newest(choice))
        effect_store((void *)(uintptr_t)op->addr, op->size, value);
}

bool weak_memory_hides(const struct op *op) {
    return native_is_alone() &&
           op_blocking((enum op_kind)op->kind) == NEVER_WAITS &&
           (native.phase == 0 || op->kind == OP_READ);
}

// ------------------------------------------------------------- plain writes

void weak_memory_put_back(void) {
    struct weak_memory *w = &native.weak;
    for (size_t i = 0; i < w->lost.count; i++)
        memcpy(w->lost.at[i].address, &w->lost.at[i].value, w->lost.at[i].size);
    w->lost.count = 0;
}

_Noreturn static void refuse(const char *what, const struct weak_place *p,
                             const struct mz_site *site) {
    struct place was = site_place(site_numbered(p->site));
    char *text = memory_new(400, 1);
    snprintf(text, 400,
             "%s what %s:%u accesses atomically, which "
             "--algorithm=graph does not support",
             what, was.file, was.line);
    __mz_unsupported(text, site);
}

static void write_place(struct weak_place *p, uint64_t value,
                        const struct mz_site *site) {
    struct op *op = &native.running->base.op;
    *op = (struct op){.kind = OP_WRITE,
                      .flags = OP_PLAIN,
                      .order = ORDER_RELAXED,
                      .addr = p->addr,
                      .size = p->size,
                      .site = site_number(site),
                      .arg = value};
    native_access();
    if (graph_choice_newest(op->choice))
        return;
    struct weak_lost lost = {.address = (void *)(uintptr_t)p->addr,
                             .size = p->size};
    memcpy(&lost.value, lost.address, lost.size);
    vec_push(&native.weak.lost, lost);
}

// What is written to a place: bytes of a row that begins at `addr`, or the same
// one everywhere.
static uint64_t value_for(const struct weak_place *p, uint64_t addr,
                          const void *row, int byte) {
    uint64_t value = 0;
    if (row)
        memcpy(&value, (const char *)row + (p->addr - addr), p->size);
    else
        memset(&value, byte, p->size);
    return value;
}

static void write_places(uint64_t addr, size_t size, const void *row, int byte,
                         const struct mz_site *site) {
    struct weak_place *p;
    for (uint64_t at = addr;
         at < addr + size && (p = next_used(addr, size, at));
         at = p->addr + p->size) {
        if (p->addr < addr || p->addr + p->size > addr + size)
            refuse("writes a part of", p, site);
        if (!row && byte < 0)
            refuse("lets a library function write", p, site);
        write_place(p, value_for(p, addr, row, byte), site);
    }
}

void weak_memory_plain(const void *address, size_t size, const void *value,
                       const struct mz_site *site) {
    if (weak_memory_used(address, size))
        write_places((uintptr_t)address, size, value, -1, site);
}

void weak_memory_fill(const void *address, size_t size, int byte,
                      const struct mz_site *site) {
    if (weak_memory_used(address, size))
        write_places((uintptr_t)address, size, NULL, byte & 0xff, site);
}
