// SPDX-License-Identifier: Apache-2.0

#include "check/property.h"

#include "base/file.h"
#include "base/memory.h"

#include <ctype.h>

// As it stands in the file, without blanks.
static const struct property {
    const char *formula, *kinds, *races;
} properties[] = {
    {"LTL(G!call(reach_error()))", "assertion", "interleave"},
    {"LTL(G!call(__VERIFIER_error()))", "assertion", "interleave"},
    {"LTL(G!data-race)", "data-race", "report"},
    {"LTL(Gvalid-free)", "invalid-free,double-free", "interleave"},
    {"LTL(Gvalid-deref)",
     "null-dereference,segfault,use-after-free,out-of-bounds,stack-overflow",
     "interleave"},
    {"LTL(Gvalid-memtrack)", "leak", "interleave"},
    {"LTL(Gvalid-memcleanup)", "leak", "interleave"},
};

static const struct property *find(const char *formula) {
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (strcmp(formula, properties[i].formula) == 0)
            return &properties[i];
    return NULL;
}

// The next formula of the file, or NULL: CHECK(init(main()),FORMULA).
static const char *next_formula(char **text) {
    static const char before[] = "CHECK(init(main()),";
    char *start = strstr(*text, before), *end;
    if (!start)
        return NULL;
    start += sizeof before - 1;
    end = strstr(start, "CHECK(");
    *text = end ? end : start + strlen(start);
    size_t length = (size_t)(*text - start);
    char *formula = memory_text(start, length);
    if (length && formula[length - 1] == ')')
        formula[length - 1] = '\0';
    return formula;
}

static void drop_blanks(char *text) {
    char *to = text;
    for (; *text; text++)
        if (!isspace((unsigned char)*text))
            *to++ = *text;
    *to = '\0';
}

// What one formula asks for is added to what others have.
static bool adapt_to(struct options *o, const char *formula, struct text *kinds,
                     const struct complaint *c) {
    const struct property *p = find(formula);
    if (!p)
        return complain(c, "--property=%.80s: %.80s cannot be checked",
                        o->at[OPTION_PROPERTY].text, formula);
    text_add(kinds, "%s%s", kinds->count ? "," : "", p->kinds);
    option_adapt(o, OPTION_RACES, p->races);
    option_adapt(o, OPTION_ABORT, "assume");
    return true;
}

static bool adapt_to_text(struct options *o, char *text,
                          const struct complaint *c) {
    struct text kinds = {0};
    const char *formula;
    bool fine = true;
    drop_blanks(text);
    while (fine && (formula = next_formula(&text))) {
        fine = adapt_to(o, formula, &kinds, c);
        memory_free((char *)formula);
    }
    if (fine && !kinds.count)
        fine = complain(c,
                        "--property=%.80s: there is no CHECK( init(main()), "
                        "… ) in it",
                        o->at[OPTION_PROPERTY].text);
    if (fine)
        option_count_only(o, text_get(&kinds));
    text_free(&kinds);
    return fine;
}

bool property_adapt(struct options *o, const struct complaint *c) {
    const char *path = option_file(o, OPTION_PROPERTY), *error;
    size_t length;
    if (!path)
        return true;
    char *text = file_read(path, 1 << 20, &length, &error);
    if (!text)
        return complain(c, "cannot read %.200s: %s", path, error);
    bool fine = adapt_to_text(o, text, c);
    memory_free(text);
    return fine;
}
