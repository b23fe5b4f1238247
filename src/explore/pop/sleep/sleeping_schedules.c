// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleep/sleeping_schedules.h"

#include "base/fault.h"

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

static bool blocks(const struct forest *f, const struct passing *e) {
    size_t at, others;
    for (size_t i = 0; i < f->twigs.count; i += f->twigs.at[i].span)
        if (touch(f, i, e, &at, &others) == TAKEN && others == 0)
            return true;
    return false;
}

static bool pass(struct forest *f, const struct passing *e) {
    for (size_t i = 0; i < f->twigs.count;) {
        size_t at, others;
        enum effect effect = touch(f, i, e, &at, &others);
        if (effect == ENDED) {
            forest_remove(f, i);
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

bool schedule_must_sleep(const struct op *head, const struct op *first) {
    bool both = !first->addr2 ||
                (head->addr == first->addr && head->addr2 == first->addr2);
    return !both || !op_shadows(head, first);
}

// Debug: the events of a tree are the next ones of their threads.
static bool is_sound(const struct forest *f, const struct trace *t) {
    uint32_t done[64] = {0};
    size_t end = 0;
    for (size_t i = 0; i < f->twigs.count; i++) {
        const struct twig *twig = &f->twigs.at[i];
        if (i == end) {
            end += twig->span;
            for (unsigned k = 0; k < t->width && k < 64; k++)
                done[k] = t->last[k] == NOWHERE
                              ? 0
                              : trace_event(t, t->last[k])->index;
        } else if (twig->kind == TWIG_EVENT &&
                   twig->index != ++done[twig->thread]) {
            return false;
        }
    }
    return end == f->twigs.count;
}

// ------------------------------------------------------ explored schedules
// They are kept until the event that they have overtaken goes away, in a list
// that hangs on that event's mark: each schedule a TREE, then its events.

struct entry {
    struct twig twig;
    uint32_t next; // 1 + the next entry, or 0
};

struct explored_schedules {
    VEC(struct entry) entries;
    uint32_t free;        // list through `next`
    struct forest passed; // scratch
};

static void push(struct explored_schedules *x, uint32_t *list,
                 struct twig twig) {
    uint32_t entry = x->free;
    invariant(entry <= x->entries.count && *list <= x->entries.count);
    if (entry) {
        x->free = x->entries.at[entry - 1].next;
    } else {
        vec_push(&x->entries, (struct entry){.next = 0});
        entry = (uint32_t)x->entries.count;
    }
    x->entries.at[entry - 1] = (struct entry){twig, *list};
    *list = entry;
}

static void push_event(struct explored_schedules *x, uint32_t *list,
                       const struct passing *e) {
    push(x, list,
         (struct twig){.kind = TWIG_EVENT,
                       .thread = e->thread,
                       .index = e->index,
                       .op = *e->op});
}

// All schedules of a list as a forest.
static void read_list(struct explored_schedules *x, uint32_t list) {
    struct forest *f = &x->passed;
    size_t tree = SIZE_MAX;
    forest_clear(f);
    for (; list; list = x->entries.at[list - 1].next) {
        struct twig twig = x->entries.at[list - 1].twig;
        if (twig.kind == TWIG_TREE && tree != SIZE_MAX)
            forest_close(f, tree);
        size_t at = forest_open(f, twig);
        if (twig.kind == TWIG_TREE)
            tree = at;
    }
    if (tree != SIZE_MAX)
        forest_close(f, tree);
}

static void release(struct explored_schedules *x, uint32_t *list) {
    while (*list) {
        struct entry *entry = &x->entries.at[*list - 1];
        uint32_t next = entry->next;
        entry->next = x->free;
        x->free = *list;
        *list = next;
    }
}

// ------------------------------------------------------------------ making

static struct passing aside(struct suspended *e, uint32_t at) {
    const struct event *event = suspended_event(e, at);
    return (struct passing){event->thread, event->index, &event->op, NULL};
}

// The schedules that were explored here before, as far as they can still follow
// σ; and σ joins them.
static void make(struct pop_sleep *s, const struct branch *b) {
    invariant(b->first != b->second); // E[first], chosen otherwise, sleeps not
    struct event *first = suspended_event(s->suspended, b->first);
    if (!schedule_must_sleep(b->head.op, &first->op))
        return;
    if (!s->explored)
        s->explored = memory_new(1, sizeof *s->explored);
    struct explored_schedules *x = s->explored;
    uint32_t *list = &first->mark.explored;
    read_list(x, *list);
    bool new = true;
    for (size_t k = 0; k < b->count && new; k++) {
        struct passing e = aside(s->suspended, b->body[k]);
        new = pass(&x->passed, &e);
    }
    new = new &&pass(&x->passed, &b->head);
    expensive(new); // never the same schedule twice
    forest_copy(&s->made, &x->passed, 0, x->passed.twigs.count);
    push_event(x, list, &b->head);
    for (size_t k = b->count; k-- > 0;) {
        struct passing e = aside(s->suspended, b->body[k]);
        push_event(x, list, &e);
    }
    push(x, list, (struct twig){.kind = TWIG_TREE});
}

static void pop(struct pop_sleep *s) {
    const struct suspended_execution *top = suspended_top(s->suspended);
    struct trace *t = s->suspended->trace;
    if (!s->explored)
        return;
    for (uint32_t at = top->base; at < t->length; at++)
        release(s->explored, &t->events.at[at].mark.explored);
    size_t shared = t->length < top->base ? top->base - t->length : 0;
    for (size_t i = top->aside; i + shared < s->suspended->aside.count; i++)
        release(s->explored, &s->suspended->aside.at[i].mark.explored);
}

static void destroy(struct pop_sleep *s) {
    if (!s->explored)
        return;
    vec_free(&s->explored->entries);
    forest_free(&s->explored->passed);
    memory_free(s->explored);
    s->explored = NULL;
}

const struct pop_sleep_class sleeping_schedules = {
    "explicit", blocks, pass, make, pop, destroy, is_sound};
