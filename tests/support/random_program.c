// SPDX-License-Identifier: Apache-2.0

#include "random_program.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>


struct writer {
    uint64_t random;
    unsigned with;
    char text[4096];
    size_t length;
    unsigned operations; // left for the whole program
    unsigned threads, thread;
    unsigned registers; // of the current thread
    bool holds[2];      // mutexes m0, m1
    int rwlock;         // 0 free, 1 as reader, 2 as writer
    bool arrived;
    unsigned joined; // threads that this one has joined or will
};

static unsigned below(struct writer *w, unsigned n) {
    // splitmix64: every seed gives a good sequence
    uint64_t z = (w->random += 0x9e3779b97f4a7c15ull);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return (unsigned)((z ^ z >> 31) >> 33) % n;
}

static bool chance(struct writer *w, unsigned percent) {
    return below(w, 100) < percent;
}

__attribute__((format(printf, 2, 3))) static void
put(struct writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(w->text + w->length, sizeof w->text - w->length, format,
                      arguments);
    va_end(arguments);
    w->length += (size_t)n;
}

// ------------------------------------------------------------- operands

static const char *variable(struct writer *w) {
    static const char *const sized[] = {"x",      "x{0,4}", "x{4,4}", "x{2,4}",
                                        "x{1,1}", "y",      "y{0,2}"};
    static const char *const plain[] = {"x", "y", "x", "z"};
    if (w->with & WITH_SIZES)
        return sized[below(w, 7)];
    return plain[below(w, 4)];
}

static unsigned value(struct writer *w) {
    return below(w, 3);
}

static unsigned new_register(struct writer *w) {
    return w->registers++;
}

// A register or a number.
static const char *operand(struct writer *w, char *room) {
    if (w->registers && chance(w, 25))
        sprintf(room, "r%u", below(w, w->registers));
    else
        sprintf(room, "%u", value(w));
    return room;
}

static const char *comparison(struct writer *w) {
    static const char *const all[] = {"==", "==", "!=", "<", ">="};
    return all[below(w, 5)];
}

// ------------------------------------------------------------ statements

static void memory_statement(struct writer *w) {
    char room[16];
    if (chance(w, 10) && w->registers) {
        put(w, " W a[r%u] %u\n", below(w, w->registers), value(w));
    } else if (chance(w, 50)) {
        const char *x = chance(w, 6) ? "a[1]" : variable(w);
        put(w, " R r%u %s\n", w->registers, x);
        new_register(w);
    } else {
        const char *x = variable(w);
        put(w, " W %s %s\n", x, operand(w, room));
    }
}

static void cas_statement(struct writer *w) {
    const char *x = variable(w);
    unsigned expected = value(w), new = value(w);
    put(w, " CAS r%u %s %u %u\n", w->registers, x, expected, new);
    new_register(w);
}

static void update_statement(struct writer *w) {
    static const char *const words[] = {"FAA", "FAA", "FAA", "AND",
                                        "OR",  "XOR", "XCHG"};
    const char *word = words[below(w, 7)], *x = variable(w);
    unsigned by = 1 + below(w, 2);
    if (chance(w, 70)) {
        put(w, " %s _ %s %u\n", word, x, by);
    } else {
        put(w, " %s r%u %s %u\n", word, w->registers, x, by);
        new_register(w);
    }
}

static void lock_statement(struct writer *w) {
    unsigned m = below(w, 2);
    if (w->holds[m]) {
        put(w, " UNLOCK m%u\n", m);
        w->holds[m] = false;
    } else if (chance(w, 30)) {
        unsigned r = new_register(w);
        put(w, " TRYLOCK r%u m%u\n IF r%u\n", r, m, r);
        if (chance(w, 50))
            put(w, "  W %s %u\n", variable(w), value(w));
        put(w, "  UNLOCK m%u\n END\n", m);
    } else {
        put(w, " LOCK m%u\n", m);
        w->holds[m] = true;
    }
}

static void condition_statement(struct writer *w) {
    if (chance(w, 45)) {
        put(w, chance(w, 70) ? " SIGNAL c\n" : " BCAST c\n");
    } else {
        if (!w->holds[0])
            put(w, " LOCK m0\n");
        w->holds[0] = true;
        if (chance(w, 70))
            put(w, " WAIT c m0\n");
        else
            put(w, " TWAIT r%u c m0\n", new_register(w));
    }
    if (w->holds[0] && chance(w, 50)) {
        put(w, " UNLOCK m0\n");
        w->holds[0] = false;
    }
}

static void rwlock_statement(struct writer *w) {
    if (w->rwlock) {
        put(w, " RWUNLOCK l\n");
        w->rwlock = 0;
    } else {
        bool reader = chance(w, 65);
        if (chance(w, 20)) {
            unsigned r = new_register(w);
            put(w, " TRY%sLOCK r%u l\n IF r%u\n  RWUNLOCK l\n END\n",
                reader ? "RD" : "WR", r, r);
            return;
        }
        put(w, reader ? " RDLOCK l\n" : " WRLOCK l\n");
        w->rwlock = reader ? 1 : 2;
    }
}

static void semaphore_statement(struct writer *w) {
    if (chance(w, 10))
        put(w, " SEMREAD r%u s\n", new_register(w));
    else if (chance(w, 20))
        put(w, " SEMTRY r%u s\n", new_register(w));
    else
        put(w, chance(w, 50) ? " SEMWAIT s\n" : " SEMPOST s\n");
}

static void await_statement(struct writer *w) {
    const char *x = variable(w), *is = comparison(w);
    unsigned wanted = value(w), new = value(w);
    switch (below(w, 3)) {
    case 0:
        put(w, " AWAIT %s %s %u\n", x, is, wanted);
        break;
    case 1:
        put(w, " RAWAIT r%u %s %s %u\n", w->registers, x, is, wanted);
        new_register(w);
        break;
    default:
        put(w, " XAWAIT _ %s %s %u %u\n", x, is, wanted, new);
    }
}

static void thread_statement(struct writer *w) {
    // Only threads after this one: no cycles of joins by accident.
    if (w->thread + 1 >= w->threads)
        return memory_statement(w);
    unsigned other =
        w->thread + 1 + below(w, w->threads - w->thread - 1);
    if (!(w->joined >> other & 1)) {
        put(w, " JOIN t%u\n", other);
        w->joined |= 1u << other;
    } else {
        memory_statement(w);
    }
}

static void assume_statement(struct writer *w) {
    if (!w->registers)
        return memory_statement(w);
    put(w, " ASSUME r%u %s %u\n", below(w, w->registers), comparison(w),
        value(w));
}

static void one_statement(struct writer *w) {
    static void (*const makers[])(struct writer *) = {
        memory_statement, cas_statement,       update_statement,
        memory_statement, lock_statement,      condition_statement,
        rwlock_statement, NULL /* sem */,      NULL /* barrier */,
        await_statement,  thread_statement,    assume_statement,
        NULL /* choice */};
    unsigned kind;
    do
        kind = below(w, 13);
    while (!(w->with >> kind & 1));
    if (w->operations)
        w->operations--;
    if (makers[kind])
        makers[kind](w);
    else if (1u << kind == WITH_SEMAPHORES)
        semaphore_statement(w);
    else if (1u << kind == WITH_BARRIERS)
        put(w, " BARRIER b 2\n");
    else
        put(w, " CHOOSE r%u 2\n", new_register(w));
}

static void conditional(struct writer *w) {
    struct writer before = *w;
    put(w, " IF r%u %s %u\n", below(w, w->registers), comparison(w), value(w));
    memory_statement(w);
    if (chance(w, 30)) {
        put(w, " ELSE\n");
        memory_statement(w);
    }
    put(w, " END\n");
    w->registers = before.registers; // what is set inside may never be set
    w->operations -= w->operations > 0;
}

static void body(struct writer *w, unsigned operations) {
    w->registers = 0;
    w->holds[0] = w->holds[1] = false;
    w->rwlock = 0;
    w->joined = 0;
    for (unsigned i = 0; i < operations; i++) {
        if (w->registers && chance(w, 15))
            conditional(w);
        else
            one_statement(w);
    }
    for (unsigned m = 0; m < 2; m++)
        if (w->holds[m] && chance(w, 85))
            put(w, " UNLOCK m%u\n", m);
    if (w->rwlock && chance(w, 85))
        put(w, " RWUNLOCK l\n");
}

// Fewer kinds at once make them meet more often.
static unsigned draw_kinds(struct writer *w, unsigned with) {
    unsigned drawn = with & (WITH_MEMORY | WITH_UPDATES);
    unsigned wanted = 1 + below(w, 3);
    for (unsigned i = 0; i < wanted; i++) {
        unsigned kind = 1u << below(w, 13);
        drawn |= with & kind;
    }
    if (chance(w, 50))
        drawn &= ~(unsigned)WITH_UPDATES;
    if (chance(w, 25) && (drawn & ~(unsigned)(WITH_MEMORY | WITH_SIZES)))
        drawn &= ~(unsigned)WITH_MEMORY;
    return drawn & ~(unsigned)WITH_SIZES ? drawn : drawn | WITH_MEMORY;
}

char *random_program(uint64_t seed, unsigned with) {
    return random_program_of(seed, with, RANDOM_OPERATIONS);
}

char *random_program_of(uint64_t seed, unsigned with, unsigned operations) {
    struct writer w = {.random = seed};
    below(&w, 2);
    w.with = draw_kinds(&w, with);
    w.threads = 2 + below(&w, 3);
    w.operations = operations;
    if (w.with & WITH_SEMAPHORES)
        put(&w, "sem s=%u\n", below(&w, 3));
    if (chance(&w, 10))
        put(&w, "init x=%u\n", value(&w));
    unsigned spawned = 0;
    for (w.thread = 0; w.thread < w.threads; w.thread++) {
        unsigned most = w.operations / (w.threads - w.thread);
        if (w.thread + 1 < w.threads && w.operations > most && chance(&w, 40))
            most++;
        put(&w, "thread t%u\n", w.thread);
        if ((w.with & WITH_THREADS) && w.thread + 1 < w.threads &&
            !(spawned >> (w.thread + 1) & 1) && chance(&w, 50)) {
            unsigned child = w.thread + 1;
            put(&w, " SPAWN t%u\n", child);
            spawned |= 1u << child;
        }
        body(&w, most ? 1 + below(&w, most) : 0);
    }
    return memory_text(w.text, w.length);
}

// --------------------------------------------------------------- shrinking

struct lines {
    const char *start[512];
    size_t length[512];
    bool kept[512];
    unsigned count;
};

static void split(const char *program, struct lines *l) {
    l->count = 0;
    while (*program && l->count < 512) {
        const char *end = strchr(program, '\n');
        size_t length = end ? (size_t)(end - program) : strlen(program);
        l->start[l->count] = program;
        l->length[l->count] = length;
        l->kept[l->count++] = true;
        program += length + (end != NULL);
    }
}

static char *joined(const struct lines *l) {
    size_t size = 1;
    for (unsigned i = 0; i < l->count; i++)
        size += l->length[i] + 1;
    char *text = memory_new(size, 1), *at = text;
    for (unsigned i = 0; i < l->count; i++)
        if (l->kept[i]) {
            memcpy(at, l->start[i], l->length[i]);
            at += l->length[i];
            *at++ = '\n';
        }
    return text;
}

static bool still_fails(const struct lines *l,
                        bool (*fails)(void *, const char *), void *context) {
    char *text = joined(l);
    bool failing = fails(context, text);
    memory_free(text);
    return failing;
}

// Remove runs of lines, long ones first: a thread, a block, a statement.
static bool shrink_once(struct lines *l, bool (*fails)(void *, const char *),
                        void *context) {
    bool any = false;
    for (unsigned run = l->count; run > 0; run--)
        for (unsigned at = 0; at + run <= l->count; at++) {
            bool before[512];
            unsigned removed = 0;
            memcpy(before, l->kept, sizeof before);
            for (unsigned i = at; i < at + run; i++) {
                removed += l->kept[i];
                l->kept[i] = false;
            }
            if (removed && still_fails(l, fails, context))
                any = true;
            else
                memcpy(l->kept, before, sizeof before);
        }
    // IF … END without what they enclose
    for (unsigned i = 0; i < l->count; i++)
        for (unsigned k = i + 1; l->kept[i] && k < l->count; k++) {
            if (!l->kept[k])
                continue;
            l->kept[i] = l->kept[k] = false;
            if (still_fails(l, fails, context))
                any = true;
            else
                l->kept[i] = l->kept[k] = true;
        }
    return any;
}

char *shrink_program(const char *program,
                     bool (*fails)(void *context, const char *program),
                     void *context) {
    struct lines l;
    split(program, &l);
    while (shrink_once(&l, fails, context))
        ;
    return joined(&l);
}
