// SPDX-License-Identifier: Apache-2.0
// The language of the random programs: small multithreaded C programs as trees
// of statements. A program can be printed as C (print.h) and be run by an
// interpreter over all of its interleavings (interpret.h).
//
// Words: a *register* is a local variable (r0 … r7, a long) of a thread; an
// *atomic* and a *plain* are shared variables; a *text* is a shared array of
// characters; a *node* is a block of the heap. Thread 0 is main.

#ifndef DIFFERENTIAL_LANGUAGE_H
#define DIFFERENTIAL_LANGUAGE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    MOST_THREADS = 4,
    REGISTERS = 8,
    RESULT_REGISTERS = 4, // of them are in the result of a thread
    MOST_ATOMICS = 4,
    MOST_PLAINS = 3,
    MOST_TEXTS = 2,
    TEXT_ROOM = 16,
    MOST_MUTEXES = 2,
    MOST_SEMAPHORES = 2,
    MOST_CONDITIONS = 2,
    MOST_POINTERS = 2, // shared atomic ones
    MOST_KEYS = 2,
    MOST_NODES = 4, // that are ever allocated
    MOST_HANDLERS = 4,
};

// clang-format off
//     type  in C          size signed
#define TYPES(X)                          \
    X(I8,    "int8_t",     1,   true)     \
    X(U8,    "uint8_t",    1,   false)    \
    X(I16,   "int16_t",    2,   true)     \
    X(U16,   "uint16_t",   2,   false)    \
    X(I32,   "int",        4,   true)     \
    X(U32,   "unsigned",   4,   false)    \
    X(I64,   "long",       8,   true)     \
    X(U64,   "unsigned long", 8, false)   \
    X(FLOAT, "float",      4,   true)

// Memory orders.
#define ORDERS(X)                             \
    X(RELAXED, "memory_order_relaxed")        \
    X(ACQUIRE, "memory_order_acquire")        \
    X(RELEASE, "memory_order_release")        \
    X(ACQ_REL, "memory_order_acq_rel")        \
    X(SEQ_CST, "memory_order_seq_cst")

// Read-modify-writes.
#define UPDATES(X)              \
    X(ADD,      "fetch_add")    \
    X(SUB,      "fetch_sub")    \
    X(OR,       "fetch_or")     \
    X(AND,      "fetch_and")    \
    X(XOR,      "fetch_xor")    \
    X(EXCHANGE, "exchange")

#define COMPARISONS(X) X(EQ, "==") X(NE, "!=") X(LT, "<") X(LE, "<=") X(GT, ">") X(GE, ">=")

// What is compared of a value.
#define FORMS(X) X(SELF) X(SHIFT) X(MASK) X(MOD) X(CAST) X(AS_FLOAT) X(SUM) X(PRODUCT)

// Parts of the language: a program draws from some of them.
#define FEATURES(X)                                                                \
    X(ATOMIC, "atomic") X(PLAIN, "plain") X(MUTEX, "mutex") X(RWLOCK, "rwlock")    \
    X(SEMAPHORE, "semaphore") X(CONDITION, "condition") X(BARRIER, "barrier")      \
    X(ONCE, "once") X(HEAP, "heap") X(TEXT, "text") X(ENVIRONMENT, "environment")  \
    X(KEY, "key") X(ATEXIT, "atexit") X(LOCAL, "local") X(LOOP, "loop")            \
    X(THREAD, "thread") X(CHOICE, "choice") X(MIXED, "mixed") X(DESTROY, "destroy") \
    X(DELETION, "deletion")

// Statements: name, the part they belong to, whether they have a body.
#define STATEMENTS(X)                                                              \
    X(SET,         LOCAL,       false) /* reg = k */                               \
    X(CALC,        LOCAL,       false) /* reg = from * k2 + k */                   \
    X(TLS_ADD,     LOCAL,       false) /* thread-local += k */                     \
    X(TLS_GET,     LOCAL,       false) /* reg = thread-local */                    \
    X(YIELD,       LOCAL,       false)                                             \
    X(LOAD,        ATOMIC,      false) /* reg = atomic */                          \
    X(STORE,       ATOMIC,      false) /* atomic = k [+ from] */                   \
    X(UPDATE,      ATOMIC,      false) /* [reg =] fetch_…(atomic, k) */            \
    X(CAS,         ATOMIC,      false) /* [reg =] compare-exchange(k → k2) */      \
    X(FENCE,       ATOMIC,      false)                                             \
    X(READ,        PLAIN,       false) /* reg = plain */                           \
    X(WRITE,       PLAIN,       false) /* plain = k [+ from] */                    \
    X(BUMP,        PLAIN,       false) /* plain += k */                            \
    X(LOCK,        MUTEX,       false)                                             \
    X(UNLOCK,      MUTEX,       false)                                             \
    X(LOCKED,      MUTEX,       true)  /* lock, body, unlock */                    \
    X(TRYLOCK,     MUTEX,       true)  /* [reg =] success: body, unlock */         \
    X(DESTROY,     DESTROY,     false)                                             \
    X(RDLOCKED,    RWLOCK,      true)                                              \
    X(WRLOCKED,    RWLOCK,      true)                                              \
    X(TRYRD,       RWLOCK,      true)                                              \
    X(TRYWR,       RWLOCK,      true)                                              \
    X(SEM_WAIT,    SEMAPHORE,   false)                                             \
    X(SEM_POST,    SEMAPHORE,   false)                                             \
    X(SEM_TRY,     SEMAPHORE,   false) /* [reg =] success */                       \
    X(SEM_VALUE,   SEMAPHORE,   false) /* reg = value */                           \
    X(CWAIT,       CONDITION,   false) /* while|if|· (condition of plain) wait */  \
    X(SIGNAL,      CONDITION,   false)                                             \
    X(BROADCAST,   CONDITION,   false)                                             \
    X(BARRIER,     BARRIER,     false)                                             \
    X(ONCE,        ONCE,        false)                                             \
    X(IF,          LOCAL,       true)  /* if (reg compared with k) body */         \
    X(SPIN,        LOOP,        false) /* while (condition of atomic) */           \
    X(LOOP,        LOOP,        true)  /* do reg = atomic, body while (cond) */    \
    X(RETRY,       LOOP,        true)  /* k2 times: body, if (reg ~ k) break */    \
    X(TRYSPIN,     LOOP,        true)  /* while (a try fails); body, unlock */     \
    X(CASLOOP,     LOOP,        false) /* [reg =] atomic += k by CAS */            \
    X(XSPIN,       LOOP,        false) /* while (exchange(atomic, k)) */           \
    X(CREATE,      THREAD,      false)                                             \
    X(JOIN,        THREAD,      false) /* [reg =] result */                        \
    X(EXIT,        THREAD,      false) /* pthread_exit */                          \
    X(QUIT,        THREAD,      false) /* exit(0) */                               \
    X(NEW,         HEAP,        false) /* node = malloc, its fields = k */         \
    X(PUBLISH,     HEAP,        false) /* pointer = node */                        \
    X(TAKE,        HEAP,        false) /* node = pointer, or exchanged for NULL */ \
    X(SWAP,        HEAP,        false) /* [reg =] compare-exchange(NULL → node) */ \
    X(DETACH,      HEAP,        false) /* [reg =] compare-exchange(node → NULL) */ \
    X(GET,         HEAP,        false) /* reg = node->field */                     \
    X(PUT,         HEAP,        false) /* node->field = k */                       \
    X(FREE,        HEAP,        false)                                             \
    X(STRLEN,      TEXT,        false) /* reg = */                                 \
    X(STRCPY,      TEXT,        false) /* from a word, or from the other text */   \
    X(STRCAT,      TEXT,        false)                                             \
    X(STRCMP,      TEXT,        false) /* reg = */                                 \
    X(MEMCPY,      TEXT,        false) /* k bytes from the other text */           \
    X(MEMSET,      TEXT,        false) /* k bytes of k2 at the beginning */        \
    X(CHAR_GET,    TEXT,        false) /* reg = text[k] */                         \
    X(CHAR_PUT,    TEXT,        false) /* text[k] = k2 */                          \
    X(SETENV,      ENVIRONMENT, false)                                             \
    X(GETENV,      ENVIRONMENT, false) /* reg = */                                 \
    X(UNSETENV,    ENVIRONMENT, false)                                             \
    X(KEY_SET,     KEY,         false) /* key = k */                               \
    X(KEY_GET,     KEY,         false)                                             \
    X(KEY_DELETE,  DELETION,    false)                                             \
    X(ATEXIT,      ATEXIT,      false)                                             \
    X(CHOOSE,      CHOICE,      false) /* reg = 0 … k-1 */                         \
    X(ASSUME,      CHOICE,      false) /* reg compared with k */
// clang-format on

enum type {
#define X(name, ...) T_##name,
    TYPES(X)
#undef X
        TYPE_COUNT
};
enum order {
#define X(name, ...) O_##name,
    ORDERS(X)
#undef X
        ORDER_COUNT
};
enum update {
#define X(name, ...) U_##name,
    UPDATES(X)
#undef X
        UPDATE_COUNT
};
enum comparison {
#define X(name, ...) C_##name,
    COMPARISONS(X)
#undef X
        COMPARISON_COUNT
};
enum form {
#define X(name) F_##name,
    FORMS(X)
#undef X
        FORM_COUNT
};
enum feature {
#define X(name, ...) WITH_##name,
    FEATURES(X)
#undef X
        FEATURE_COUNT
};
enum statement_kind {
#define X(name, ...) S_##name,
    STATEMENTS(X)
#undef X
        STATEMENT_COUNT
};

// A condition on a value of some type: FORM(value) COMPARISON k.
struct condition {
    uint8_t form, comparison;
    uint8_t cast;  // F_CAST: the type
    bool variable; // k is an int variable, not a constant
    int64_t m;     // shift, mask, modulus, summand, factor
    int64_t k;
};

// What a try is at.
enum try_object { TRY_SEMAPHORE, TRY_MUTEX, TRY_READ, TRY_WRITE };
enum { TRY_OBJECTS = TRY_WRITE + 1 };

// How S_CWAIT looks before it waits.
enum look { LOOK_WHILE, LOOK_IF, LOOK_NEVER };

struct block {
    struct statement *at;
    unsigned count;
};

struct statement {
    uint8_t kind;
    uint8_t object; // which one
    uint8_t second; // the other text or atomic, or how `from` is compared
    uint8_t update, order, order2;
    uint8_t style;     // one of several ways to write the same; see print.c
    bool both, either; // SPIN: two conditions, joined by && or ||
    int8_t reg;        // where a result goes, or -1
    int8_t from;       // a register that is used, or -1
    int64_t k, k2;
    struct condition condition, condition2;
    struct block body;
};

struct variable {
    uint8_t type;
    int64_t initial;
};

struct program {
    uint64_t seed;
    unsigned threads; // main is one of them
    struct block thread[MOST_THREADS];
    unsigned atomics, plains, texts, mutexes, semaphores, conditions, pointers,
        keys;
    struct variable atomic[MOST_ATOMICS], plain[MOST_PLAINS];
    uint8_t mutex_type[MOST_MUTEXES];
    uint8_t semaphore[MOST_SEMAPHORES];
    uint8_t barrier;          // how many threads
    uint8_t word[MOST_TEXTS]; // index of a text's first contents
    struct block once;        // what S_ONCE runs
    struct block destructor[MOST_KEYS];
    bool by_memory[MOST_THREADS]; // a result is in a variable, not returned
    bool halves; // atomic 1 is the lower, 2 the upper half of atomic 0
    bool packed; // all shared variables are members of one struct
    bool finals; // the final values of shared variables are reported
};

enum mutex_type { MUTEX_NORMAL, MUTEX_RECURSIVE, MUTEX_CHECKED, MUTEX_TYPES };

// The words that texts are made of.
enum { WORDS = 4 };
extern const char *const words[WORDS];

struct type_row {
    const char *name;
    unsigned size;
    bool is_signed;
};
struct statement_row {
    const char *name;
    enum feature feature;
    bool has_body;
};
extern const struct type_row type_rows[TYPE_COUNT];
extern const char *const order_names[ORDER_COUNT];
extern const char *const update_names[UPDATE_COUNT];
extern const char *const comparison_names[COMPARISON_COUNT];
extern const char *const feature_names[FEATURE_COUNT];
extern const struct statement_row statement_rows[STATEMENT_COUNT];

void block_add(struct block *block, struct statement statement);
void block_free(struct block *block);
struct block block_copy(const struct block *block);
struct program *program_copy(const struct program *program);
void program_free(struct program *program);

// All blocks of a program, by number: bodies of threads, then of once and of
// destructors. NULL: there are no more.
struct block *program_block(struct program *program, unsigned number);

// Every statement, those of bodies too.
typedef void visitor(void *context, const struct statement *statement);
void block_visit(const struct block *block, visitor *visit, void *context);
void program_visit(const struct program *program, visitor *visit,
                   void *context);
bool program_has(const struct program *program, enum statement_kind kind);
unsigned program_size(const struct program *program); // statements

// Each thread is created by one thread with a lower number, on the way that is
// always taken, and joined only there and after that; when it was joined, and has
// left nobody behind, it may be created once more. With S_ATEXIT, all are joined.
bool program_is_valid(const struct program *program);
// When the thread has ended, all that it has created have, too.
bool thread_ends_last(const struct program *program, unsigned thread);
// Main ends after all others.
bool program_joins_all(const struct program *program);

#endif
