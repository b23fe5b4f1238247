// SPDX-License-Identifier: Apache-2.0
// Abstract programs, as text: the input of the model machine.
//
//   init x=1 a[2]=5         initial values; everything else starts at 0
//   sem s=2                 a semaphore with an initial value
//   thread NAME             a thread's body follows
//   root a b                the threads that run at the start (default: all
//                           that nobody SPAWNs)
//
//   W x e          R r x          CAS r x e1 e2   (r := 1 on success, else 0)
//   FAA|AND|OR|XOR|XCHG r x e     (r may be _ : the result is unused)
//   AWAIT x OP e   RAWAIT r x OP e   XAWAIT r x OP e1 e2
//   LOCK m   UNLOCK m   TRYLOCK r m     WAIT c m   SIGNAL c   BCAST c
//   TWAIT r c m    a timed wait: r := 1 if it was woken, 0 if it timed out
//   RDLOCK l   WRLOCK l   RWUNLOCK l   TRYRDLOCK r l   TRYWRLOCK r l
//   SEMWAIT s   SEMPOST s   SEMTRY r s   SEMREAD r s
//   FENCE          and memory orders after a dot: R.acq, CAS.rel.rlx, FENCE.sc
//   BARRIER b n    SPAWN t   JOIN t     CHOOSE r n  (every value 0 … n-1)
//   ASSUME e   ASSERT e   LET r e   IF e / ELSE / END   WHILE e / END
//
// x is NAME, NAME[e] or NAME{offset,size} (bytes of the 8-byte NAME).
// '#' starts a comment. docs/model-format.md has the whole story.

#ifndef MAZURKA_MACHINE_MODEL_PROGRAM_H
#define MAZURKA_MACHINE_MODEL_PROGRAM_H

#include "base/memory.h"
#include "machine/model/model_expression.h"
#include "op/op.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    MODEL_MOST_THREADS = 64,   // sets of threads are 64-bit words
    MODEL_MOST_REGISTERS = 64, // so are sets of assigned registers
};

enum statement {
    DO_OPERATION, // a visible operation of kind `kind`
    DO_LET,
    DO_ASSUME,
    DO_ASSERT,
    DO_JUMP,
    DO_JUMP_UNLESS,
};

// A shared location: object + byte range, or an element of an array.
struct location {
    uint32_t object; // the object, or the array's name when indexed
    uint8_t offset, size;
    bool indexed;
    struct expression index;
};

enum { NO_REGISTER = -1 };

struct instruction {
    uint8_t statement; // enum statement
    uint8_t kind;      // enum op_kind
    uint8_t update;    // enum rmw
    uint8_t compare;   // enum comparison
    uint8_t order, order2; // enum op_order
    int8_t reg;        // result register or NO_REGISTER
    int8_t round;      // barrier: hidden register that holds the round
    uint8_t found;     // compare-exchange: 1 + register for what it finds, or 0
    bool plain;        // no atomic access
    uint32_t line;
    struct location where; // memory, or the synchronisation object
    uint32_t object2;      // wait, awake: the condition variable
    uint32_t target;       // spawn, join: thread; jumps: instruction
    uint32_t places;       // barrier: how many threads it waits for
    struct expression arg, arg2;
};

struct model_thread {
    char *name;
    VEC(struct instruction) code;
    VEC(char *) registers;
    bool root, spawned;
};

// An object is named by its kind and its name, array elements by an index too.
struct model_object {
    uint8_t kind; // enum op_object
    bool element;
    uint32_t name; // in names
    int64_t index;
    int64_t initial;
    uint32_t places, users; // barrier: places, and how many threads mention it
};

struct model_program {
    char *file;
    VEC(char *) names;
    VEC(struct model_thread) threads;
    VEC(struct model_object) objects;
    expression_pool pool;
};

// What is wrong with a text, and where (columns and lines count from 1).
struct model_error {
    unsigned line, column;
    char message[160];
};

// NULL if the text is not a program; *error then says why.
struct model_program *model_parse(const char *file, const char *text,
                                  size_t length, struct model_error *error);
void model_free(struct model_program *program);

// The object for an array element, made on first use.
uint32_t model_element(struct model_program *program, uint32_t name,
                       int64_t index);

#endif
