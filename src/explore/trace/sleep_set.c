// SPDX-License-Identifier: Apache-2.0

#include "explore/trace/sleep_set.h"

#include "base/fault.h"

bool sleep_has(const struct sleep *s, uint32_t position, uint32_t thread,
               uint32_t choice) {
    uint32_t count;
    const struct sleeper *sleeper = sleep_at(s, position, &count);
    for (uint32_t i = 0; i < count; i++)
        if (sleeper[i].thread == thread && sleeper[i].op.choice == choice)
            return true;
    return false;
}

void sleep_push(struct sleep *s, const struct event *event) {
    uint32_t end = (uint32_t)s->sleepers.count;
    if (event) {
        expensive(s->starts.count > 0);
        for (uint32_t i = s->starts.at[s->starts.count - 1]; i < end; i++) {
            struct sleeper sleeper = s->sleepers.at[i];
            if (sleeper.thread != event->thread &&
                !op_depends(&sleeper.op, &event->op))
                vec_push(&s->sleepers, sleeper);
        }
    }
    vec_push(&s->starts, end);
    expensive(sleep_is_sound(s));
}

void sleep_back(struct sleep *s, uint32_t position) {
    invariant(position < s->starts.count);
    if (position + 1 < s->starts.count)
        s->sleepers.count = s->starts.at[position + 1];
    s->starts.count = position + 1;
}

void sleep_add(struct sleep *s, uint32_t thread, const struct op *op) {
    invariant(s->starts.count > 0); // only the topmost set grows
    vec_push(&s->sleepers, (struct sleeper){thread, *op});
    expensive(sleep_is_sound(s));
}

void sleep_restrict(struct sleep *s, uint64_t threads) {
    invariant(s->starts.count > 0);
    size_t kept = s->starts.at[s->starts.count - 1];
    for (size_t i = kept; i < s->sleepers.count; i++)
        if (threads >> s->sleepers.at[i].thread & 1)
            s->sleepers.at[kept++] = s->sleepers.at[i];
    s->sleepers.count = kept;
    expensive(sleep_is_sound(s));
}

bool sleep_is_sound(const struct sleep *s) {
    size_t count = s->sleepers.count, positions = s->starts.count;
    size_t top = positions ? s->starts.at[positions - 1] : 0;
    if (positions > 1 && s->starts.at[positions - 2] > top)
        return false;
    for (size_t i = top; i < count; i++)
        for (size_t k = top; k < i; k++)
            if (s->sleepers.at[i].thread == s->sleepers.at[k].thread &&
                s->sleepers.at[i].op.choice == s->sleepers.at[k].op.choice)
                return false;
    return top <= count;
}

void sleep_free(struct sleep *s) {
    vec_free(&s->sleepers);
    vec_free(&s->starts);
}
