// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleep/forest.h"

#include "base/fault.h"

#include <string.h>

void forest_clear(struct forest *f) {
    f->twigs.count = 0;
    f->sets.count = 0;
}

void forest_free(struct forest *f) {
    vec_free(&f->twigs);
    vec_free(&f->sets);
    vec_free(&f->levels);
}

void forest_make_wider(struct forest *f, unsigned width) {
    size_t count = f->width ? f->sets.count / f->width : 0;
    invariant(width > f->width || !count);
    vec_reserve(&f->sets, count * width);
    // From the last on, so that nothing is overwritten before it has moved.
    for (size_t i = count; i-- > 0;) {
        memmove(f->sets.at + i * width, f->sets.at + i * f->width,
                f->width * sizeof *f->sets.at);
        for (unsigned t = f->width; t < width; t++)
            f->sets.at[i * width + t] = NOBODY_MET;
    }
    f->sets.count = count * width;
    f->width = width;
}

size_t forest_open(struct forest *f, struct twig twig) {
    twig.span = 1;
    twig.met = NO_SET;
    vec_push(&f->twigs, twig);
    return f->twigs.count - 1;
}

void forest_close(struct forest *f, size_t at) {
    invariant(at < f->twigs.count);
    f->twigs.at[at].span = (uint32_t)(f->twigs.count - at);
}

void forest_copy(struct forest *f, const struct forest *source, size_t from,
                 size_t to) {
    invariant(from <= to && to <= source->twigs.count);
    size_t count = f->twigs.count;
    vec_reserve(&f->twigs, count + (to - from));
    // The source may be this forest, which has just moved.
    if (to > from)
        memcpy(f->twigs.at + count, source->twigs.at + from,
               (to - from) * sizeof *f->twigs.at);
    f->twigs.count += to - from;
}

void forest_assign(struct forest *f, const struct forest *source) {
    forest_clear(f);
    f->width = source->width;
    if (forest_empty(source))
        return; // most often
    forest_copy(f, source, 0, source->twigs.count);
    size_t sets = source->sets.count;
    vec_reserve(&f->sets, sets);
    if (sets)
        memcpy(f->sets.at, source->sets.at, sets * sizeof *f->sets.at);
    f->sets.count = sets;
    expensive(forest_is_valid(f));
}

void forest_remove(struct forest *f, size_t tree) {
    invariant(tree < f->twigs.count);
    size_t end = tree + f->twigs.at[tree].span;
    invariant(end <= f->twigs.count);
    memmove(f->twigs.at + tree, f->twigs.at + end,
            (f->twigs.count - end) * sizeof *f->twigs.at);
    f->twigs.count -= end - tree;
    if (f->twigs.count == 0)
        f->sets.count = 0;
    expensive(forest_is_valid(f));
}

void forest_meet(struct forest *f, size_t at, const struct passing *e) {
    struct twig *twig = &f->twigs.at[at];
    invariant(e->thread < f->width);
    if (twig->met == NO_SET) {
        size_t first = f->sets.count;
        twig->met = (uint32_t)(first / f->width);
        vec_reserve(&f->sets, first + f->width);
        f->sets.count += f->width;
        clock_fill(f->sets.at + first, NOBODY_MET, f->width);
    }
    uint32_t *earliest = &f->sets.at[(size_t)twig->met * f->width + e->thread];
    if (e->index < *earliest)
        *earliest = e->index;
}

bool forest_is_valid(const struct forest *f) {
    for (size_t i = 0; i < f->twigs.count; i++) {
        const struct twig *twig = &f->twigs.at[i];
        if (twig->met != NO_SET &&
            ((size_t)twig->met + 1) * f->width > f->sets.count)
            return false;
        if (twig->kind != TWIG_TREE && twig->kind != TWIG_HEAD)
            continue;
        size_t at = i + 1, end = i + twig->span;
        while (at < end)
            at += f->twigs.at[at].span;
        if (at != end || end > f->twigs.count)
            return false;
    }
    return true;
}
