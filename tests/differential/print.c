// SPDX-License-Identifier: Apache-2.0
#include "print.h"

#include "print_statement.h"
#include "used.h"

// ------------------------------------------------------------- declarations

static const char *type_of(const struct variable *v) {
    return type_rows[v->type].name;
}

static bool is_half(const struct program *p, unsigned atomic) {
    return p->halves && atomic < 3;
}

static void declare_shared(struct printer *to, const struct used *u) {
    const struct program *p = to->p;
    const char *how = p->packed ? "    " : "static ";
    const char *prefix = p->packed ? "" : to->prefix;
    for (unsigned i = 0; i < p->atomics; i++)
        if (u->atomic[i] && !is_half(p, i))
            line(to, "%s_Atomic(%s) %sa%u%s;", how, type_of(&p->atomic[i]),
                 prefix, i,
                 p->packed ? "" : text(" = %s", literal(p->atomic[i].initial)));
    for (unsigned i = 0; i < p->plains; i++)
        if (u->plain[i])
            line(to, "%s%s %sp%u%s;", how, type_of(&p->plain[i]), prefix, i,
                 p->packed ? "" : text(" = %s", literal(p->plain[i].initial)));
    for (unsigned i = 0; i < p->texts; i++)
        if (u->text[i])
            line(to, "%schar %st%u[%d]%s;", how, prefix, i, TEXT_ROOM,
                 p->packed ? "" : text(" = \"%s\"", words[p->word[i]]));
    for (unsigned i = 0; i < p->pointers; i++)
        if (u->pointer[i])
            line(to, "%s_Atomic(struct node *) %sq%u;", how, prefix, i);
}

static void declare_packed(struct printer *to, const struct used *u) {
    const struct program *p = to->p;
    line(to, "static struct {");
    declare_shared(to, u);
    line(to, "    int unused;");
    line(to, "} %sall = {", to->prefix);
    for (unsigned i = 0; i < p->atomics; i++)
        if (u->atomic[i] && !is_half(p, i))
            line(to, "    .a%u = %s,", i, literal(p->atomic[i].initial));
    for (unsigned i = 0; i < p->plains; i++)
        if (u->plain[i])
            line(to, "    .p%u = %s,", i, literal(p->plain[i].initial));
    for (unsigned i = 0; i < p->texts; i++)
        if (u->text[i])
            line(to, "    .t%u = \"%s\",", i, words[p->word[i]]);
    line(to, "};");
}

static void declare_halves(struct printer *to) {
    const struct program *p = to->p;
    line(to, "static union {");
    line(to, "    _Atomic(%s) word;", type_of(&p->atomic[0]));
    line(to, "    struct {");
    line(to, "        _Atomic(%s) low;", type_of(&p->atomic[1]));
    line(to, "        _Atomic(%s) high;", type_of(&p->atomic[2]));
    line(to, "    };");
    line(to, "} %su = {%s};", to->prefix, literal(p->atomic[0].initial));
}

static void declare_objects(struct printer *to, const struct used *u) {
    static const char *const initialisers[MUTEX_TYPES] = {
        "PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
        "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"};
    for (unsigned i = 0; i < MOST_MUTEXES; i++)
        if (u->mutex[i])
            line(to, "static pthread_mutex_t %sm%u = %s;", to->prefix, i,
                 initialisers[to->p->mutex_type[i]]);
    for (unsigned i = 0; i < MOST_CONDITIONS; i++)
        if (u->condition[i])
            line(to, "static pthread_cond_t %sc%u = PTHREAD_COND_INITIALIZER;",
                 to->prefix, i);
    for (unsigned i = 0; i < MOST_SEMAPHORES; i++)
        if (u->semaphore[i])
            line(to, "static sem_t %ss%u;", to->prefix, i);
    for (unsigned i = 0; i < MOST_KEYS; i++)
        if (u->key[i])
            line(to, "static pthread_key_t %sk%u;", to->prefix, i);
    if (u->rwlock)
        line(to, "static pthread_rwlock_t %sl0 = PTHREAD_RWLOCK_INITIALIZER;",
             to->prefix);
    if (u->barrier)
        line(to, "static pthread_barrier_t %sbarrier;", to->prefix);
    if (u->once)
        line(to, "static pthread_once_t %sonce = PTHREAD_ONCE_INIT;",
             to->prefix);
    for (unsigned t = 1; t < to->p->threads; t++)
        if (to->p->by_memory[t])
            line(to, "static long %sresult%u;", to->prefix, t);
    if (u->tls)
        line(to, "static _Thread_local long %stls;", to->prefix);
}

// ---------------------------------------------------------------- functions

static void print_routine(struct printer *to, const char *name,
                          const char *parameters, const struct block *block) {
    line(to, "static void %s%s(%s) {", to->prefix, name, parameters);
    to->indent++;
    print_block(to, block);
    to->indent--;
    line(to, "}");
}

static void declare_locals(struct printer *to, const struct used *u,
                           unsigned thread) {
    const struct block *block = &to->p->thread[thread];
    for (unsigned i = 0; i < REGISTERS; i++)
        if (u->registers[thread] >> i & 1)
            line(to, "long r%u = 0;", i);
    if (u->nodes[thread])
        line(to, "struct node *q = NULL;");
    unsigned declared = 0;
    for (unsigned i = 0; i < block->count; i++)
        if (block->at[i].kind == S_CREATE &&
            !(declared >> block->at[i].object & 1)) {
            declared |= 1u << block->at[i].object;
            line(to, "pthread_t h%u;", block->at[i].object);
        }
}

static void print_threads(struct printer *to, const struct used *u) {
    for (unsigned t = to->p->threads - 1; t > 0; t--) {
        line(to, "static void *%sthread%u(void *argument) {", to->prefix, t);
        to->indent++;
        line(to, "long zero = (long)argument;");
        declare_locals(to, u, t);
        to->thread = t;
        to->registers = u->registers[t];
        print_block(to, &to->p->thread[t]);
        print_result(to, "return %s;");
        to->indent--;
        line(to, "}");
    }
}

// The values of what is shared, when all others have ended.
static void print_finals(struct printer *to, const struct used *u) {
    const struct program *p = to->p;
    line(to, "static outcome %sfinals(outcome o) {", to->prefix);
    to->indent++;
    for (unsigned i = 0; i < p->atomics; i++)
        if (u->atomic[i] && !(is_half(p, i) && i))
            line(to, "o = put(o, (long)%s);", atomic_name(to, i));
    for (unsigned i = 0; i < p->plains; i++)
        if (u->plain[i])
            line(to, "o = put(o, (long)%s);", shared(to, "p", i));
    for (unsigned i = 0; i < p->texts; i++)
        if (u->text[i])
            line(to, "o = put_text(o, %s);", shared(to, "t", i));
    for (unsigned i = 0; i < p->pointers; i++)
        if (u->pointer[i])
            line(to, "o = put(o, %s != NULL);", shared(to, "q", i));
    if (u->environment)
        line(to,
             "{ const char *value = getenv(\"%sENV\"); o = put(o, value ? "
             "*value : 0); }",
             to->prefix);
    line(to, "return o;");
    to->indent--;
    line(to, "}");
}

static void print_handlers(struct printer *to, const struct used *u) {
    line(to, "static outcome %skept;", to->prefix);
    line(to, "static long %sexits;", to->prefix);
    for (unsigned i = 0; i < MOST_HANDLERS; i++)
        if (u->handler[i])
            line(to,
                 "static void %sexit%u(void) { %sexits = %sexits * 8 + %u; }",
                 to->prefix, i, to->prefix, to->prefix, i + 1);
    line(to, "static void %slast(void) { tell(put(%skept, %sexits)); }",
         to->prefix, to->prefix, to->prefix);
}

static void print_beginning(struct printer *to, const struct used *u) {
    const struct program *p = to->p;
    for (unsigned i = 0; i < MOST_SEMAPHORES; i++)
        if (u->semaphore[i])
            line(to, "sem_init(&%ss%u, 0, %u);", to->prefix, i,
                 p->semaphore[i]);
    if (u->barrier)
        line(to, "pthread_barrier_init(&%sbarrier, NULL, %u);", to->prefix,
             p->barrier);
    for (unsigned i = 0; i < MOST_KEYS; i++)
        if (u->key[i])
            line(to, "pthread_key_create(&%sk%u, %s%s);", to->prefix, i,
                 p->destructor[i].count ? to->prefix : "",
                 p->destructor[i].count ? text("end%u", i) : "NULL");
    if (used_has_handlers(u))
        line(to, "if (!quiet)\n        atexit(%slast);", to->prefix);
}

static void print_main(struct printer *to, const struct used *u) {
    const struct program *p = to->p;
    line(to, "static void %smain_(long zero, int quiet) {", to->prefix);
    to->indent++;
    declare_locals(to, u, 0);
    print_beginning(to, u);
    print_block(to, &p->thread[0]);
    line(to, "if (quiet)\n        return;");
    line(to, "outcome o = 0;");
    for (unsigned i = 0; i < REGISTERS; i++)
        if (u->registers[0] >> i & 1)
            line(to, "o = put(o, r%u);", i);
    if (p->finals && program_joins_all(p))
        line(to, "o = %sfinals(o);", to->prefix);
    if (used_has_handlers(u))
        line(to, "%skept = o;", to->prefix);
    else
        line(to, "tell(o);");
    to->indent--;
    line(to, "}");
}

void print_program(FILE *out, const struct program *p, const char *prefix) {
    struct printer to = {.out = out, .p = p, .prefix = prefix};
    struct used u = used_by(p);
    if (p->halves && u.atomic[0])
        declare_halves(&to);
    if (p->packed)
        declare_packed(&to, &u);
    else
        declare_shared(&to, &u);
    declare_objects(&to, &u);
    if (u.once)
        print_routine(&to, "first", "void", &p->once);
    for (unsigned i = 0; i < MOST_KEYS; i++)
        if (u.key[i] && p->destructor[i].count)
            print_routine(&to, text("end%u", i), "void *value",
                          &p->destructor[i]);
    if (used_has_handlers(&u))
        print_handlers(&to, &u);
    if (p->finals && program_joins_all(p))
        print_finals(&to, &u);
    print_threads(&to, &u);
    print_main(&to, &u);
}

// -------------------------------------------------------------------- files

void print_alone(FILE *out, const struct program *program, const char *report) {
    fprintf(out, "#define OUTCOME_IN_WORDS\n#include \"%s\"\n\n", report);
    print_program(out, program, "");
    fprintf(out, "\nint main(int count, char **arguments) {\n"
                 "    (void)arguments;\n"
                 "    main_(0, count > 2);\n"
                 "    return 0;\n"
                 "}\n");
}

void print_together(FILE *out, struct program *const *programs, unsigned count,
                    const char *report) {
    fprintf(out, "#include \"%s\"\n", report);
    for (unsigned i = 0; i < count; i++) {
        char prefix[24];
        snprintf(prefix, sizeof prefix, "p%u_", i);
        fprintf(out, "\n// seed %llu\n", (unsigned long long)programs[i]->seed);
        print_program(out, programs[i], prefix);
    }
    fprintf(out, "\nint main(int count, char **arguments) {\n"
                 "    switch (atoi(arguments[1])) {\n");
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "    case %u: p%u_main_(0, count > 2); break;\n", i, i);
    fprintf(out, "    }\n    return 0;\n}\n");
}
