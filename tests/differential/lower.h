// SPDX-License-Identifier: Apache-2.0
// Programs as lists of instructions, one for each thread. An instruction is a
// step that others can see (visible), an access to plain memory, or local.

#ifndef DIFFERENTIAL_LOWER_H
#define DIFFERENTIAL_LOWER_H

#include "language.h"

// Registers that the program itself does not have.
enum {
    H_TEST = REGISTERS, // what a test or try came out as
    H_COUNT,            // of RETRY, one for each depth
    H_COUNT2,
    H_OLD, // what a compare-exchange expects
    H_AT,  // a position in a text
    ALL_REGISTERS
};

// clang-format off
//     instruction   how others see it
#define INSTRUCTIONS(X)                                                       \
    X(SET,       LOCAL)   X(CALC,      LOCAL)   X(TLS_ADD,   LOCAL)           \
    X(TLS_GET,   LOCAL)   X(JUMP,      LOCAL)   X(UNLESS,    LOCAL)           \
    X(ASSUME,    LOCAL)   X(TEST_REG,  LOCAL)   X(FORGET,    LOCAL)           \
    X(RETURN,    LOCAL)   X(REPORT,    LOCAL)   X(ALLOCATE,  LOCAL)           \
    X(NO_NODE,   LOCAL)   X(IF_NODE,   LOCAL)   X(FENCE,     LOCAL)           \
    X(QUIT,      LOCAL)   X(DETACH,    VISIBLE)                               \
    X(LOAD,      VISIBLE) X(STORE,     VISIBLE) X(UPDATE,    VISIBLE)         \
    X(CAS,       VISIBLE) X(TEST,      VISIBLE) X(READ,      PLAIN)           \
    X(WRITE,     PLAIN)   X(TEST_PLAIN, PLAIN)                                \
    X(LOCK,      VISIBLE) X(TRYLOCK,   VISIBLE) X(UNLOCK,    VISIBLE)         \
    X(DESTROY,   VISIBLE)                                                     \
    X(RDLOCK,    VISIBLE) X(WRLOCK,    VISIBLE) X(TRYRD,     VISIBLE)         \
    X(TRYWR,     VISIBLE) X(RWUNLOCK,  VISIBLE)                               \
    X(SEM_WAIT,  VISIBLE) X(SEM_TRY,   VISIBLE) X(SEM_POST,  VISIBLE)         \
    X(SEM_VALUE, VISIBLE) X(WAIT,      VISIBLE) X(AWAKE,     VISIBLE)         \
    X(SIGNAL,    VISIBLE) X(BROADCAST, VISIBLE) X(ARRIVE,    VISIBLE)         \
    X(LEAVE,     VISIBLE) X(ONCE,      VISIBLE) X(ONCE_DONE, VISIBLE)         \
    X(ONCE_WAIT, VISIBLE) X(CREATE,    VISIBLE) X(JOIN,      VISIBLE)         \
    X(PUBLISH,   VISIBLE) X(TAKE,      VISIBLE) X(SWAP,      VISIBLE)         \
    X(GET,       PLAIN)   X(PUT,       PLAIN)   X(GET_ATOMIC, VISIBLE)        \
    X(PUT_ATOMIC, VISIBLE) X(FREE,     PLAIN)                                 \
    X(TEXT,      PLAIN)   X(CHAR_READ, PLAIN)   X(CHAR_WRITE, PLAIN)          \
    X(SETENV,    VISIBLE) X(GETENV,    VISIBLE) X(UNSETENV,  VISIBLE)         \
    X(KEY_SET,   VISIBLE) X(KEY_GET,   VISIBLE) X(KEY_DELETE, VISIBLE)        \
    X(KEY_END,   VISIBLE) X(ATEXIT,    VISIBLE) X(CHOOSE,    VISIBLE)
// clang-format on

enum instruction_kind {
#define X(name, how) I_##name,
    INSTRUCTIONS(X)
#undef X
        INSTRUCTION_COUNT
};
enum visibility { LOCAL, PLAIN, VISIBLE };
extern const uint8_t instruction_visibility[INSTRUCTION_COUNT];

// The part of a text function that one I_TEXT does.
enum text_part {
    WHOLE_CALL,
    READ_TO,   // the length of the text itself, byte by byte
    READ_FROM, // what it gets, byte by byte, into what the thread keeps
    WRITE_TO,
};

struct instruction {
    uint8_t kind;
    uint8_t object, second, update, order, order2, type;
    uint8_t part;
    int8_t reg, from;
    uint16_t target;
    int64_t k, k2;
    const struct condition *condition;
    const struct statement *statement; // of text functions
};

struct code {
    const struct program *program;
    struct list {
        struct instruction *at;
        unsigned count;
    } thread[MOST_THREADS];
    bool has_loops; // that may go on for ever
};

// `bytewise`: functions on texts read and write one byte at a time, else each
// is one step. The code refers to the program.
void lower(const struct program *program, bool bytewise, struct code *code);
void code_free(struct code *code);

#endif
