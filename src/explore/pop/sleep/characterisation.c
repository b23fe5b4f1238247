// SPDX-License-Identifier: Apache-2.0

#include "explore/pop/sleep/characterisation.h"

#include "base/fault.h"

// Does the operation have peers: others on the same bytes that commute with it
// and conflict with what it conflicts with?
static bool has_peers(const struct op *op) {
    return op->mode == OP_READS || op->mode >= OP_COMMUTES;
}

static bool acts_on(const struct op *op, const struct op *x) {
    return op->mode != OP_IGNORES && op->addr < x->addr + x->size &&
           x->addr < op->addr + op->size;
}

static bool is_peer(const struct twig *tree, const struct op *op) {
    return op->mode == tree->op.mode && acts_on(op, &tree->op);
}

static bool kills(const struct twig *tree, const struct op *op) {
    return op->mode != tree->op.mode && acts_on(op, &tree->op);
}

static bool after(const struct twig *twig, const struct passing *e) {
    return e->clock[twig->thread] >= twig->index;
}

// ---------------------------------------------------------------- the walk

// A tree that the walk is in.
struct walk_level {
    size_t end;
    size_t head, head_end; // the HEAD below whose children it is, if any
    bool peer;             // is the event a peer of this tree?
    bool first;            // … that happens after no other peer
    bool fresh;            // it happens after all heads passed so far
    bool blocks;
    bool head_blocks; // a tree below `head` does
};

struct walk {
    struct forest *forest;
    const struct passing *event;
    bool pass; // else only look
};

static void enter(struct walk *w, size_t tree) {
    struct forest *f = w->forest;
    const struct twig *twig = &f->twigs.at[tree];
    vec_reserve(&f->levels, f->levels.count + 1);
    struct walk_level *level = &f->levels.at[f->levels.count++];
    level->end = tree + twig->span;
    level->head = SIZE_MAX;
    level->peer = is_peer(twig, w->event->op);
    level->fresh = true;
    level->blocks = level->head_blocks = false;
    level->first =
        level->peer && !after(twig, w->event) && !forest_met(f, twig, w->event);
    if (level->peer && w->pass)
        forest_meet(f, tree, w->event); // every peer enters R
}

static void would_head(struct walk_level *level) {
    if (level->peer && level->first && level->fresh)
        level->blocks = true;
}

enum relation_to { APART, CONFLICTS, IS };

static enum relation_to relation_to(const struct forest *f,
                                    const struct twig *g,
                                    const struct passing *e) {
    if (forest_met(f, g, e) ||
        (g->thread != e->thread && op_depends(&g->op, e->op)))
        return CONFLICTS;
    if (g->thread != e->thread || g->index != e->index)
        return APART;
    return g->op.choice == e->op->choice ? IS : CONFLICTS;
}

// At an event of the tree: true if the walk of this tree ends there.
static bool at_event(struct walk *w, struct walk_level *level, size_t at) {
    struct twig *g = &w->forest->twigs.at[at];
    enum relation_to relation = relation_to(w->forest, g, w->event);
    if (relation == APART)
        return false;
    if (w->pass && relation == IS)
        g->kind = TWIG_GONE;
    else if (w->pass)
        forest_meet(w->forest, at, w->event);
    would_head(level);
    return true;
}

// At a head, before the trees that it has inherited: true if those are not
// asked, because one of their schedules is complete already.
static bool at_head(struct walk *w, struct walk_level *level, size_t at) {
    const struct twig *head = &w->forest->twigs.at[at];
    if (!level->peer || !forest_met(w->forest, head, w->event))
        return false;
    would_head(level);
    level->fresh = level->fresh && after(head, w->event);
    return true;
}

static void leave_head(struct walk *w, struct walk_level *level) {
    invariant(level->head != SIZE_MAX);
    const struct twig *head = &w->forest->twigs.at[level->head];
    if (level->head_blocks) {
        would_head(level);
        if (w->pass && !level->peer)
            forest_meet(w->forest, level->head, w->event);
    }
    level->fresh = level->fresh && after(head, w->event);
    level->head = SIZE_MAX;
}

// Does the event head a schedule of the tree at `root`?
static bool walk(struct walk *w, size_t root) {
    struct forest *f = w->forest;
    f->levels.count = 0;
    enter(w, root);
    for (size_t at = root + 1;;) {
        struct walk_level *level = &f->levels.at[f->levels.count - 1];
        if (level->head != SIZE_MAX && at == level->head_end) {
            leave_head(w, level);
        } else if (at == level->end) {
            bool blocks = level->blocks;
            if (--f->levels.count == 0)
                return blocks;
            f->levels.at[f->levels.count - 1].head_blocks |= blocks;
        } else {
            const struct twig *twig = &f->twigs.at[at];
            uint32_t span = twig->span;
            switch ((enum twig_kind)twig->kind) {
            case TWIG_GONE:
                at += span;
                break;
            case TWIG_EVENT:
                at = at_event(w, level, at) ? level->end : at + 1;
                break;
            case TWIG_HEAD:
                if (at_head(w, level, at)) {
                    at += span;
                    break;
                }
                level->head = at++;
                level->head_end = level->head + span;
                level->head_blocks = false;
                break;
            case TWIG_TREE:
                enter(w, at++);
                break;
            }
        }
    }
}

// ----------------------------------------------------------------- UpdSeq

static bool blocks(const struct forest *f, const struct passing *e) {
    // Looking changes nothing.
    struct walk w = {.forest = (struct forest *)f, .event = e};
    bool heads = false;
    for (size_t i = 0; i < f->twigs.count && !heads; i += f->twigs.at[i].span)
        heads = walk(&w, i);
    return heads;
}

// Trees of bytes that have now been written are no use any more.
static void kill(struct forest *f, const struct op *op) {
    for (size_t i = 0; i < f->twigs.count;) {
        struct twig *tree = &f->twigs.at[i];
        if (kills(tree, op)) {
            forest_remove(f, i);
            continue;
        }
        for (size_t k = i + 1; k < i + tree->span; k++)
            if (f->twigs.at[k].kind == TWIG_TREE && kills(&f->twigs.at[k], op))
                f->twigs.at[k].kind = TWIG_GONE;
        i += tree->span;
    }
}

static bool pass(struct forest *f, const struct passing *e) {
    struct walk w = {.forest = f, .event = e, .pass = true};
    for (size_t i = 0; i < f->twigs.count; i += f->twigs.at[i].span)
        if (walk(&w, i))
            return false;
    kill(f, e->op);
    return true;
}

// Debug.
static bool has_happened(const struct twig *twig, const struct trace *t) {
    uint32_t last = t->last[twig->thread];
    return last != NOWHERE && trace_event(t, last)->index >= twig->index;
}

static bool is_sound(const struct forest *f, const struct trace *t) {
    const struct op *written = &trace_event(t, t->length - 1)->op;
    for (size_t i = 0; i < f->twigs.count;) {
        const struct twig *twig = &f->twigs.at[i];
        bool tree = twig->kind == TWIG_TREE, head = twig->kind == TWIG_HEAD;
        if ((tree || head) && !has_happened(twig, t))
            return false;
        if (tree && (!has_peers(&twig->op) || kills(twig, written)))
            return false;
        i += twig->kind == TWIG_GONE ? twig->span : 1;
    }
    return forest_is_valid(f);
}

// ------------------------------------------------------------- MkSchedChar

// Line 2: x and the kind of peers. The head is the first of R.
static size_t open_tree(struct forest *f, const struct passing *head,
                        const struct op *first) {
    struct op peers = *first;
    invariant(has_peers(head->op));
    peers.mode = head->op->mode;
    return forest_open(f, (struct twig){.kind = TWIG_TREE,
                                        .thread = head->thread,
                                        .index = head->index,
                                        .op = peers});
}

// The head of a schedule σ_i of E, with what that has put to sleep.
static void add_head(struct pop_sleep *s, const struct event *e) {
    invariant(e->mark.execution < s->executions.count);
    const struct execution_sleep *of = &s->executions.at[e->mark.execution];
    size_t head = forest_open(&s->made, (struct twig){.kind = TWIG_HEAD,
                                                      .thread = e->thread,
                                                      .index = e->index});
    forest_copy(&s->made, &s->made, of->made, of->end);
    forest_close(&s->made, head);
}

// Heads that nothing follows ask for nothing, nor does a tree of them only.
static void close_tree(struct forest *f, size_t tree) {
    size_t useful = tree;
    for (size_t i = tree + 1; i < f->twigs.count; i += f->twigs.at[i].span)
        if (f->twigs.at[i].kind == TWIG_EVENT || f->twigs.at[i].span > 1)
            useful = i + f->twigs.at[i].span;
    f->twigs.count = useful;
    if (useful > tree)
        forest_close(f, tree);
    expensive(forest_is_valid(f));
}

// Lines 3 to 6: P_m, read off E between the two events of the race. A second
// event that heads a schedule of E ends that: it belongs in.
static void make(struct pop_sleep *s, const struct branch *b) {
    struct suspended *e = s->suspended;
    if (!has_peers(b->head.op))
        return;
    bool own = b->second < suspended_length(e) &&
               suspended_event(e, b->second)->mark.flags & HEAD;
    size_t tree =
        open_tree(&s->made, &b->head, &suspended_event(e, b->first)->op);
    for (uint32_t k = b->first + 1; k < b->second + own; k++) {
        const struct event *g = suspended_event(e, k);
        if (g->mark.flags & HEAD)
            add_head(s, g);
        else if (!(g->mark.flags & IN_SCHEDULE) &&
                 !clock_sees(b->head.clock, g))
            forest_open(&s->made, (struct twig){.kind = TWIG_EVENT,
                                                .thread = g->thread,
                                                .index = g->index,
                                                .op = g->op});
    }
    close_tree(&s->made, tree);
}

const struct pop_sleep_class characterisation = {
    "characterisation", blocks, pass, make, NULL, NULL, is_sound};
