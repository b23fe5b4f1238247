// SPDX-License-Identifier: Apache-2.0
// The words of the command line as options. What the C library remembers from
// one call to the next (where it is in a word, which words it has passed over)
// is a part of the program's state here, like optind and optarg, so that each
// execution begins at the first word.
//
//   words  │ -a │ file │ file │ -b │ 3 │ …       permuted as it goes:
//               first ─┘      │      └─ optind   files come behind -b 3
//                       last ─┘

#include "machine/native/libc/libc.h"
#include "machine/native/library_state.h"

#include <getopt.h>

// Only here are its types known.
extern __typeof__(getopt_long) __mz_getopt_long;
extern __typeof__(getopt_long_only) __mz_getopt_long_only;

enum option_order { PERMUTE, STOP_AT_WORD, RETURN_WORDS };

struct scan {
    int count;
    char **words;
    const char *letters;
    enum option_order order;
    bool silent;   // ':' came first
    bool one_dash; // getopt_long_only
    const struct option *names;
    int *chosen;
    const struct mz_site *site;
};

// The program's variables are accessed as the C library does.
static int look(const struct scan *s, const int *variable) {
    native_reads(variable, sizeof *variable, s->site);
    return *variable;
}

static void set(const struct scan *s, int *variable, int value) {
    native_gives(variable, &value, sizeof value, s->site);
}

static void set_argument(const struct scan *s, char *value) {
    native_gives(&optarg, &value, sizeof value, s->site);
}

static char *word(const struct scan *s, int i) {
    native_reads(&s->words[i], sizeof *s->words, s->site);
    char *text = s->words[i];
    libc_reads_text(text, SIZE_MAX, s->site);
    return text;
}

static bool is_option(const char *text) {
    return text[0] == '-' && text[1];
}

// The words [first, last) and [last, end) change places.
static void exchange(struct scan *s, int end) {
    int first = library.options.first, last = library.options.last;
    invariant(first <= last && last <= end);
    for (int moved = 0; moved < end - last; moved++) {
        int from = last + moved, to = first + moved;
        native_writes(&s->words[to], (size_t)(from - to + 1) * sizeof(char *),
                      s->site);
        char *option = s->words[from];
        memmove(&s->words[to + 1], &s->words[to],
                (size_t)(from - to) * sizeof(char *));
        s->words[to] = option;
    }
    native_set(library.options.first, first + end - last);
    native_set(library.options.last, end);
}

static bool complains(const struct scan *s) {
    return look(s, &opterr) && !s->silent;
}

// -------------------------------------------------------------------- names

enum { NONE = -1, SEVERAL = -2 };

// The option with the name, or the only one whose name begins so.
static int find_name(const struct scan *s, const char *text, size_t length) {
    int found = NONE;
    for (int i = 0; s->names[i].name; i++) {
        const struct option *it = &s->names[i];
        if (strncmp(it->name, text, length) != 0)
            continue;
        if (strlen(it->name) == length)
            return i;
        if (found == NONE) {
            found = i;
            continue;
        }
        const struct option *other = &s->names[found == SEVERAL ? i : found];
        if (s->one_dash || it->has_arg != other->has_arg ||
            it->flag != other->flag || it->val != other->val)
            found = SEVERAL;
    }
    return found;
}

static int wrong_name(const struct scan *s, const char *what,
                      const char *dashes, const char *name, size_t length,
                      int option) {
    if (complains(s))
        __mz_fprintf(stderr, "%s: option '%s%.*s' %s\n", s->words[0], dashes,
                     (int)length, name, what);
    set(s, &optopt, option);
    return '?';
}

static int take_name(const struct scan *s, const char *dashes, char *text,
                     int found, int at) {
    size_t length = strcspn(text, "=");
    const struct option *it = &s->names[found];
    char *value = text[length] ? text + length + 1 : NULL;
    native_set(library.options.next, NULL);
    set(s, &optind, ++at);
    if (value && it->has_arg == no_argument)
        return wrong_name(s, "doesn't allow an argument", dashes, it->name,
                          strlen(it->name), it->val);
    if (!value && it->has_arg == required_argument) {
        if (at >= s->count) {
            wrong_name(s, "requires an argument", dashes, it->name,
                       strlen(it->name), it->val);
            return s->silent ? ':' : '?';
        }
        value = word(s, at);
        set(s, &optind, at + 1);
    }
    set_argument(s, value);
    if (s->chosen)
        set(s, s->chosen, found);
    if (!it->flag)
        return it->val;
    set(s, it->flag, it->val);
    return 0;
}

static int long_option(const struct scan *s, const char *dashes, char *text,
                       int at) {
    size_t length = strcspn(text, "=");
    int found = find_name(s, text, length);
    if (found >= 0)
        return take_name(s, dashes, text, found, at);
    native_set(library.options.next, NULL);
    set(s, &optind, at + 1);
    if (found == SEVERAL)
        return wrong_name(s, "is ambiguous", dashes, text, length, 0);
    if (complains(s))
        __mz_fprintf(stderr, "%s: unrecognized option '%s%s'\n", s->words[0],
                     dashes, text);
    set(s, &optopt, 0);
    return '?';
}

// ------------------------------------------------------------------ letters

static int short_option(const struct scan *s, char *text, int at) {
    int letter = (unsigned char)*text++;
    const char *row = strchr(s->letters, letter);
    native_set(library.options.next, *text ? text : NULL);
    if (!*text)
        set(s, &optind, ++at);
    if (!row || letter == ':' || letter == ';') {
        if (complains(s))
            __mz_fprintf(stderr, "%s: invalid option -- '%c'\n", s->words[0],
                         letter);
        set(s, &optopt, letter);
        return '?';
    }
    if (row[1] != ':')
        return letter;
    char *value = *text ? text : NULL;
    native_set(library.options.next, NULL);
    if (*text)
        set(s, &optind, at + 1);
    if (!value && row[2] != ':') {
        if (at >= s->count) {
            if (complains(s))
                __mz_fprintf(stderr,
                             "%s: option requires an argument -- '%c'\n",
                             s->words[0], letter);
            set(s, &optopt, letter);
            return s->silent ? ':' : '?';
        }
        value = word(s, at);
        set(s, &optind, at + 1);
    }
    set_argument(s, value);
    return letter;
}

// -------------------------------------------------------------------- words

static void begin(int at) {
    native_set(library.options.next, NULL);
    native_set(library.options.first, at);
    native_set(library.options.last, at);
    native_set(library.options.began, true);
}

// The next word that has options, with the others put behind those before it.
// -1: there is none; the scan ends.
static int next_word(struct scan *s, int at) {
    struct library_options *o = &library.options;
    if (o->last > at)
        native_set(o->last, at);
    if (o->first > at)
        native_set(o->first, at);
    if (s->order == PERMUTE) {
        if (o->first != o->last && o->last != at)
            exchange(s, at);
        else if (o->last != at)
            native_set(o->first, at);
        while (at < s->count && !is_option(word(s, at)))
            at++;
        native_set(o->last, at);
    }
    if (at < s->count && !strcmp(word(s, at), "--")) {
        at++;
        if (o->first != o->last && o->last != at)
            exchange(s, at);
        else if (o->first == o->last)
            native_set(o->first, at);
        native_set(o->last, s->count);
        at = s->count;
    }
    if (at < s->count)
        return at;
    set(s, &optind, o->first != o->last ? o->first : at);
    return -1;
}

static int of_new_word(struct scan *s, int at) {
    char *text = word(s, at);
    if (!is_option(text)) {
        if (s->order == STOP_AT_WORD)
            return -1;
        set_argument(s, text);
        set(s, &optind, at + 1);
        return 1;
    }
    set(s, &optind, at);
    if (s->names && text[1] == '-')
        return long_option(s, "--", text + 2, at);
    // One dash: a name if there is one, or if it cannot be letters.
    if (s->names && s->one_dash) {
        int found = find_name(s, text + 1, strcspn(text + 1, "="));
        if ((text[2] || !strchr(s->letters, text[1])) &&
            (found != NONE || !strchr(s->letters, text[1])))
            return long_option(s, "-", text + 1, at);
    }
    return short_option(s, text + 1, at);
}

static int scan(struct scan *s) {
    if (s->count < 1)
        return -1;
    libc_reads_text(s->letters, SIZE_MAX, s->site);
    set_argument(s, NULL);
    int at = look(s, &optind);
    if (at == 0 || !library.options.began) {
        at = at ? at : 1;
        set(s, &optind, at);
        begin(at);
    }
    if (*s->letters == '-' || *s->letters == '+')
        s->order = *s->letters++ == '-' ? RETURN_WORDS : STOP_AT_WORD;
    else if (__mz_getenv("POSIXLY_CORRECT"))
        s->order = STOP_AT_WORD;
    s->silent = *s->letters == ':';
    if (library.options.next)
        return short_option(s, library.options.next, at);
    at = next_word(s, at);
    return at < 0 ? -1 : of_new_word(s, at);
}

int __mz_getopt(int count, char *const words[], const char *letters) {
    struct scan s = {.count = count,
                     .words = (char **)words,
                     .letters = letters,
                     .site = native_at()};
    return scan(&s);
}

int __mz_getopt_long(int count, char *const words[], const char *letters,
                     const struct option *names, int *chosen) {
    struct scan s = {.count = count,
                     .words = (char **)words,
                     .letters = letters,
                     .names = names,
                     .chosen = chosen,
                     .site = native_at()};
    return scan(&s);
}

int __mz_getopt_long_only(int count, char *const words[], const char *letters,
                          const struct option *names, int *chosen) {
    struct scan s = {.count = count,
                     .words = (char **)words,
                     .letters = letters,
                     .one_dash = true,
                     .names = names,
                     .chosen = chosen,
                     .site = native_at()};
    return scan(&s);
}
