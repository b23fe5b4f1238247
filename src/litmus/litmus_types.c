// SPDX-License-Identifier: Apache-2.0

#include "litmus/litmus_types.h"

#include <string.h>

// clang-format off
//    word              atomic
#define TYPE_WORDS(X)                                                          \
    X("int", false)            X("long", false)         X("short", false)      \
    X("char", false)           X("unsigned", false)     X("signed", false)     \
    X("_Bool", false)          X("bool", false)         X("void", false)       \
    X("const", false)          X("volatile", false)     X("intptr_t", false)   \
    X("uintptr_t", false)      X("size_t", false)       X("int32_t", false)    \
    X("uint32_t", false)       X("int64_t", false)      X("uint64_t", false)   \
    X("_Atomic", true)         X("atomic_int", true)    X("atomic_uint", true) \
    X("atomic_long", true)     X("atomic_ulong", true)  X("atomic_bool", true) \
    X("atomic_short", true)    X("atomic_char", true)   X("atomic_llong", true) \
    X("atomic_intptr_t", true) X("atomic_size_t", true)
// clang-format on

static const struct type_word {
    const char *word;
    bool atomic;
} words[] = {
#define X(word, atomic) {word, atomic},
    TYPE_WORDS(X)
#undef X
};

static const struct type_word *type_word(const struct token *token) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(token, words[i].word))
            return &words[i];
    return NULL;
}

bool litmus_is_type(const struct token *token) {
    return type_word(token);
}

// Words, then stars; _Atomic(int). An atomic pointer is refused.
bool litmus_type(struct litmus_parser *p, struct litmus_type *type) {
    const struct type_word *word;
    *type = (struct litmus_type){0};
    while ((word = type_word(&p->tokens.now))) {
        if (word->atomic && type->pointer)
            return litmus_refuse(p, "atomic pointers are not understood");
        type->atomic |= word->atomic;
        tokens_next(&p->tokens);
        if (word->atomic && litmus_takes(p, "(")) {
            while (litmus_is_type(&p->tokens.now))
                tokens_next(&p->tokens);
            if (litmus_sees(p, "*"))
                return litmus_refuse(p, "atomic pointers are not understood");
            if (!litmus_expect(p, ")"))
                return false;
        }
        while (litmus_takes(p, "*"))
            type->pointer++;
    }
    return true;
}
