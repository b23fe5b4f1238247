// SPDX-License-Identifier: Apache-2.0

#include "machine/native/checkpoint.h"

#include "base/fault.h"
#include "machine/native/goto.h"
#include "machine/native/memory/heap.h"
#include "machine/native/state/states.h"

#include <string.h>

enum {
    FULL_PIECES = 3, // with the one that grows
    THIN_PIECES = 8,
    LEAST_PIECE = 1024, // bytes
};

static struct checkpoint_piece *piece_at(size_t i) {
    expensive(i < native.pieces.count);
    return &native.pieces.at[i];
}

static struct checkpoint_piece *last_piece(void) {
    return piece_at(native.pieces.count - 1);
}

// The step with which the piece ends, and where its records end.
static size_t end_of(size_t i) {
    return i + 1 < native.pieces.count ? piece_at(i + 1)->first
                                       : native.taken.count;
}

static size_t mark_of(size_t step) {
    return step < native.taken.count ? native.taken.at[step].undo
                                     : native.undo.top;
}

// --------------------------------------------------------------- thinning

// Make pieces i … j into one thin one.
static void join(size_t i, size_t j) {
    invariant(i <= j && j < native.pieces.count);
    size_t first = piece_at(i)->first, end = end_of(j);
    size_t low = mark_of(first), high = mark_of(end);
    invariant(low != NOT_KEPT && high != NOT_KEPT);
    size_t less = undo_compact(&native.undo, low, high);
    heap_give_back(first, end);
    for (size_t step = first + 1; step < end; step++) {
        native.taken.at[step].undo = NOT_KEPT;
        native.taken.at[step].saved = 0;
    }
    for (size_t step = end; step < native.taken.count; step++)
        if (native.taken.at[step].undo != NOT_KEPT)
            native.taken.at[step].undo -= less;
    for (size_t k = i + 1; k <= j; k++)
        if (piece_at(k)->c11)
            c11_free(piece_at(k)->c11);
    memmove(piece_at(i) + 1, piece_at(j) + 1,
            (native.pieces.count - j - 1) * sizeof(struct checkpoint_piece));
    native.pieces.count -= j - i;
}

static void make_thin(size_t i) {
    struct checkpoint_piece *p = piece_at(i);
    struct taken_step *first = &native.taken.at[p->first];
    if (p->c11) {
        c11_back(p->c11, first->c11);
        struct c11 *copy = c11_copy(p->c11);
        c11_free(p->c11);
        p->c11 = copy;
        first->c11 = c11_mark(copy);
    }
    p->thin = true;
    join(i, i);
}

// Of the thin pieces, which come first, the two that are shortest together.
static void join_two(size_t thin) {
    size_t best = 0, shortest = SIZE_MAX;
    for (size_t i = 0; i + 1 < thin; i++) {
        size_t length = end_of(i + 1) - piece_at(i)->first;
        if (length < shortest) {
            shortest = length;
            best = i;
        }
    }
    join(best, best + 1);
}

// ---------------------------------------------------------------- the stack

void checkpoint_init(size_t budget) {
    native.piece_size = budget / (FULL_PIECES + 1);
    if (native.piece_size < LEAST_PIECE)
        native.piece_size = LEAST_PIECE;
    native.piece_end = native.piece_size;
    vec_push(&native.pieces, (struct checkpoint_piece){.c11 = native.c11});
}

void checkpoint_free(void) {
    for (size_t i = 0; i < native.pieces.count; i++)
        if (piece_at(i)->c11)
            c11_free(piece_at(i)->c11);
    vec_free(&native.pieces);
}

void checkpoint_begin(void) {
    if (native.c11)
        native.c11 = c11_copy(native.c11);
    vec_push(&native.pieces,
             (struct checkpoint_piece){.first = native.taken.count,
                                       .c11 = native.c11});
    size_t thin = 0; // they come first
    while (piece_at(thin)->thin)
        thin++;
    if (native.settings.states) // what each step has changed is lost now
        states_catch_up();
    if (native.pieces.count - thin > FULL_PIECES)
        make_thin(thin++);
    if (thin > THIN_PIECES)
        join_two(thin);
    native.piece_end = native.undo.top + native.piece_size;
    expensive(checkpoint_is_sound());
}

bool checkpoint_is_sound(void) {
    bool thin = true;
    for (size_t i = 0; i < native.pieces.count; i++) {
        const struct checkpoint_piece *p = piece_at(i);
        if ((p->thin && !thin) || p->first > end_of(i) ||
            mark_of(p->first) > native.undo.top)
            return false;
        thin = p->thin;
    }
    return native.pieces.count && last_piece()->c11 == native.c11;
}

size_t checkpoint_before(size_t step) {
    invariant(step <= native.taken.count);
    if (step == native.taken.count)
        return step;
    while (native.taken.at[step].undo == NOT_KEPT)
        step--;
    return step;
}

void checkpoint_undo(size_t step) {
    while (last_piece()->first > step) {
        goto_undo_from(last_piece()->first);
        if (native.c11)
            c11_free(native.c11);
        native.pieces.count--;
        native.c11 = last_piece()->c11;
    }
    if (last_piece()->thin) {
        goto_undo_from(last_piece()->first);
        last_piece()->thin = false;
        invariant(native.taken.count == step);
    }
    native.piece_end = mark_of(last_piece()->first) + native.piece_size;
    goto_undo_from(step);
    expensive(checkpoint_is_sound());
}
