// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleeping_schedules.h"

// Labels without the values, which follow from what happened before.
static bool same_label(const struct op *a, const struct op *b) {
    return a->kind == b->kind && a->mode == b->mode && a->addr == b->addr &&
           a->addr2 == b->addr2 && a->size == b->size &&
           a->choice == b->choice && a->target == b->target;
}

enum effect { UNTOUCHED, TAKEN, ENDED };

static enum effect effect_on(const struct twig *twig, const struct passing *e) {
    if (twig->thread == e->thread)
        return twig->index == e->index && same_label(&twig->op, e->op) ? TAKEN
                                                                       : ENDED;
    return op_depends(&twig->op, e->op) ? ENDED : UNTOUCHED;
}

// The first entry of a tree that the event does something to; how many entries
// are left besides it.
static enum effect touch(const struct forest *f, size_t tree,
                         const struct passing *e, size_t *at, size_t *others) {
    enum effect effect = UNTOUCHED;
    size_t end = tree + f->twigs.at[tree].span;
    *others = 0;
    for (size_t i = tree + 1; i < end; i++) {
        if (f->twigs.at[i].kind == TWIG_GONE)
            continue;
        if (effect == UNTOUCHED) {
            *at = i;
            effect = effect_on(&f->twigs.at[i], e);
            if (effect != UNTOUCHED)
                continue;
        }
        ++*others;
    }
    return effect;
}

bool schedule_sleep_blocks(const struct forest *f, const struct passing *e) {
    size_t at, others;
    for (size_t i = 0; i < f->twigs.count; i += f->twigs.at[i].span)
        if (touch(f, i, e, &at, &others) == TAKEN && others == 0)
            return true;
    return false;
}

bool schedule_sleep_pass(struct forest *f, const struct passing *e) {
    for (size_t i = 0; i < f->twigs.count;) {
        size_t at, others;
        enum effect effect = touch(f, i, e, &at, &others);
        if (effect == ENDED) {
            forest_cut(f, i);
            continue;
        }
        if (effect == TAKEN) {
            if (others == 0)
                return false;
            f->twigs.at[at].kind = TWIG_GONE;
        }
        i += f->twigs.at[i].span;
    }
    return true;
}

bool schedule_sleep_needed(const struct op *head, const struct op *first) {
    bool both = !first->addr2 ||
                (head->addr == first->addr && head->addr2 == first->addr2);
    return !both || !op_shadows(head, first);
}

// ------------------------------------------------------ explored schedules

void explored_push(struct explored_pool *pool, uint32_t *list,
                   struct twig twig) {
    uint32_t entry = pool->free;
    if (entry) {
        pool->free = pool->entries.at[entry - 1].next;
    } else {
        vec_push(&pool->entries, (struct explored){0});
        entry = (uint32_t)pool->entries.count;
    }
    pool->entries.at[entry - 1] = (struct explored){twig, *list};
    *list = entry;
}

void explored_read(const struct explored_pool *pool, uint32_t list,
                   struct forest *f) {
    size_t tree = SIZE_MAX;
    while (list) {
        const struct explored *entry = &pool->entries.at[list - 1];
        if (entry->twig.kind == TWIG_TREE && tree != SIZE_MAX)
            forest_close(f, tree);
        size_t at = forest_open(f, entry->twig);
        if (entry->twig.kind == TWIG_TREE)
            tree = at;
        list = entry->next;
    }
    if (tree != SIZE_MAX)
        forest_close(f, tree);
}

void explored_release(struct explored_pool *pool, uint32_t *list) {
    while (*list) {
        struct explored *entry = &pool->entries.at[*list - 1];
        uint32_t next = entry->next;
        entry->next = pool->free;
        pool->free = *list;
        *list = next;
    }
}

void explored_free(struct explored_pool *pool) {
    vec_free(&pool->entries);
    pool->free = 0;
}
