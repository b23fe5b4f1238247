// SPDX-License-Identifier: Apache-2.0
#include "print_statement.h"

#include <stdarg.h>
#include <string.h>

void line(struct printer *to, const char *format, ...) {
    fprintf(to->out, "%*s", (int)(4 * to->indent), "");
    va_list arguments;
    va_start(arguments, format);
    vfprintf(to->out, format, arguments);
    va_end(arguments);
    fputc('\n', to->out);
}

// -------------------------------------------------------------------- names

enum { TEXTS = 32, MOST_TEXT = 320 };

const char *text(const char *format, ...) {
    static char texts[TEXTS][MOST_TEXT];
    static unsigned next;
    char *it = texts[next++ % TEXTS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(it, MOST_TEXT, format, arguments);
    va_end(arguments);
    return it;
}

const char *shared(const struct printer *to, const char *kind, unsigned i) {
    return text(to->p->packed ? "%sall.%s%u" : "%s%s%u", to->prefix, kind, i);
}

const char *atomic_name(const struct printer *to, unsigned i) {
    static const char *const halves[] = {"word", "low", "high"};
    if (to->p->halves && i < 3)
        return text("%s%s.%s", to->prefix, "u", halves[i]);
    return shared(to, "a", i);
}

const char *own(const struct printer *to, const char *kind, unsigned i) {
    return text("%s%s%u", to->prefix, kind, i);
}

const char *literal(int64_t k) {
    const char *suffix = k == (int32_t)k ? "" : "L";
    return text(k < 0 ? "(%lld%s)" : "%lld%s", (long long)k, suffix);
}

// A register plus a constant, or one of them.
static const char *operand(const struct statement *s) {
    if (s->from < 0)
        return literal(s->k);
    if (!s->k)
        return text("r%d", s->from);
    return text("r%d + %s", s->from, literal(s->k));
}

// "r1 = ", or nothing.
static const char *into(const struct statement *s) {
    return s->reg < 0 ? "" : text("r%d = ", s->reg);
}

static const char *condition_on(const struct condition *c, const char *value) {
    const char *k =
        c->variable ? text("(int)(%s + zero)", literal(c->k)) : literal(c->k);
    const char *m = literal(c->m), *what = value;
    switch ((enum form)c->form) {
    case F_SELF:
    case FORM_COUNT:
        break;
    case F_SHIFT:
        what = text("(%s >> %s & 255)", value, m);
        break;
    case F_MASK:
        what = text("(%s & %s)", value, m);
        break;
    case F_MOD:
        what = text("%s %% %s", value, m);
        break;
    case F_CAST:
        what = text("(%s)%s", type_rows[c->cast].name, value);
        break;
    case F_AS_FLOAT:
        what = text("(float)%s", value);
        break;
    case F_SUM:
        what = text("%s + %s", value, m);
        break;
    case F_PRODUCT:
        what = text("%s * %s", value, m);
        break;
    }
    return text("%s %s %s", what, comparison_names[c->comparison], k);
}

static const char *loaded(const struct printer *to, unsigned atomic,
                          unsigned order, bool short_form) {
    const char *name = atomic_name(to, atomic);
    if (order == O_SEQ_CST && short_form)
        return name;
    return text("atomic_load_explicit(&%s, %s)", name, order_names[order]);
}

static const char *register_condition(const struct statement *s) {
    return text("r%d %s %s", s->from, comparison_names[s->second],
                literal(s->k));
}

// --------------------------------------------------------------- statements

static void body(struct printer *to, const struct statement *s) {
    to->indent++;
    print_block(to, &s->body);
    to->indent--;
}

// By the compiler's own functions, which take pointers to what is not _Atomic?
static bool is_builtin(const struct printer *to, const struct statement *s) {
    return s->style & 2 && to->p->atomic[s->object].type != T_FLOAT;
}

static const char *builtin_place(const struct printer *to,
                                 const struct statement *s) {
    return text("(%s *)&%s", type_rows[to->p->atomic[s->object].type].name,
                atomic_name(to, s->object));
}

static void print_builtin(struct printer *to, const struct statement *s) {
    const char *place = builtin_place(to, s);
    if (s->kind == S_LOAD)
        line(to, "%s__atomic_load_n(%s, %s);", into(s), place,
             order_names[s->order]);
    else if (s->kind == S_STORE)
        line(to, "__atomic_store_n(%s, %s, %s);", place, operand(s),
             order_names[s->order]);
    else if (s->update == U_EXCHANGE)
        line(to, "%s__atomic_exchange_n(%s, %s, %s);", into(s), place,
             operand(s), order_names[s->order]);
    else if (s->update == U_ADD && s->reg < 0 && s->style & 4)
        line(to, "__atomic_add_fetch(%s, %s, %s);", place, operand(s),
             order_names[s->order]);
    else if (s->update == U_SUB && s->order == O_SEQ_CST && s->style & 4)
        line(to, "%s__sync_fetch_and_sub(%s, %s);", into(s), place, operand(s));
    else
        line(to, "%s__atomic_%s(%s, %s, %s);", into(s), update_names[s->update],
             place, operand(s), order_names[s->order]);
}

static void print_update(struct printer *to, const struct statement *s) {
    const char *name = atomic_name(to, s->object);
    bool is_short = s->style & 1 && s->order == O_SEQ_CST && s->reg < 0;
    if (is_short && s->update == U_ADD && s->k == 1)
        line(to, "%s++;", name);
    else if (is_short && s->update <= U_SUB)
        line(to, "%s %c= %s;", name, s->update == U_ADD ? '+' : '-',
             literal(s->k));
    else
        line(to, "%satomic_%s_explicit(&%s, %s, %s);", into(s),
             update_names[s->update], name, operand(s), order_names[s->order]);
}

static void print_cas(struct printer *to, const struct statement *s) {
    const char *type = type_rows[to->p->atomic[s->object].type].name;
    line(to, "{");
    to->indent++;
    line(to, "%s expected = %s;", type, literal(s->k));
    line(to,
         "%satomic_compare_exchange_%s_explicit(&%s, &expected, %s, %s, %s);",
         into(s), s->style & 1 ? "weak" : "strong", atomic_name(to, s->object),
         literal(s->k2), order_names[s->order], order_names[s->order2]);
    to->indent--;
    line(to, "}");
}

static void print_atomic(struct printer *to, const struct statement *s) {
    if (s->kind != S_CAS && s->kind != S_FENCE && is_builtin(to, s))
        print_builtin(to, s);
    else if (s->kind == S_LOAD)
        line(to, "%s%s;", into(s),
             loaded(to, s->object, s->order, s->style & 1));
    else if (s->kind == S_STORE && s->style & 1 && s->order == O_SEQ_CST)
        line(to, "%s = %s;", atomic_name(to, s->object), operand(s));
    else if (s->kind == S_STORE)
        line(to, "atomic_store_explicit(&%s, %s, %s);",
             atomic_name(to, s->object), operand(s), order_names[s->order]);
    else if (s->kind == S_UPDATE)
        print_update(to, s);
    else if (s->kind == S_CAS)
        print_cas(to, s);
    else
        line(to, "atomic_thread_fence(%s);", order_names[s->order]);
}

static void print_plain(struct printer *to, const struct statement *s) {
    const char *name = shared(to, "p", s->object);
    if (s->kind == S_READ)
        line(to, "%s%s;", into(s), name);
    else if (s->kind == S_WRITE)
        line(to, "%s = %s;", name, operand(s));
    else
        line(to, "%s += %s;", name, literal(s->k));
}

// What a lock is called, how it is taken, tried and released.
static const struct lock_words {
    const char *kind, *name, *take, *try, *release;
} locks[TRY_OBJECTS] = {
    [TRY_SEMAPHORE] = {"sem", "s", "wait", "trywait", "post"},
    [TRY_MUTEX] = {"pthread_mutex", "m", "lock", "trylock", "unlock"},
    [TRY_READ] = {"pthread_rwlock", "l", "rdlock", "tryrdlock", "unlock"},
    [TRY_WRITE] = {"pthread_rwlock", "l", "wrlock", "trywrlock", "unlock"},
};

static void print_taken(struct printer *to, const struct statement *s,
                        enum try_object which, bool try) {
    const struct lock_words *l = &locks[which];
    const char *name = own(to, l->name, s->object);
    if (try && s->reg >= 0)
        line(to, "r%d = !%s_%s(&%s);", s->reg, l->kind, l->try, name);
    if (try && s->reg >= 0)
        line(to, "if (r%d) {", s->reg);
    else if (try)
        line(to, "if (!%s_%s(&%s)) {", l->kind, l->try, name);
    else
        line(to, "%s_%s(&%s);", l->kind, l->take, name);
    to->indent += try;
    print_block(to, &s->body);
    line(to, "%s_%s(&%s);", l->kind, l->release, name);
    to->indent -= try;
    if (try)
        line(to, "}");
}

static void print_tryspin(struct printer *to, const struct statement *s) {
    const struct lock_words *l = &locks[s->second];
    const char *name = own(to, l->name, s->object);
    const char *try = text("%s_%s(&%s)", l->kind, l->try, name);
    if (s->style % 4 == 0)
        line(to, "while (%s)\n%*s;", try, (int)(4 * to->indent + 4), "");
    else if (s->style % 4 == 1)
        line(to, "while (%s)\n%*ssched_yield();", try,
             (int)(4 * to->indent + 4), "");
    else if (s->style % 4 == 2)
        line(to, "do {\n%*s} while (%s);", (int)(4 * to->indent), "", try);
    else
        line(to, "while (%s != 0) {\n%*s}", try, (int)(4 * to->indent), "");
    print_block(to, &s->body);
    if (s->second != TRY_SEMAPHORE)
        line(to, "%s_%s(&%s);", l->kind, l->release, name);
}

static void print_lock(struct printer *to, const struct statement *s) {
    const char *mutex = own(to, "m", s->object);
    switch ((enum statement_kind)s->kind) {
    case S_LOCK:
        line(to, "pthread_mutex_lock(&%s);", mutex);
        break;
    case S_UNLOCK:
        line(to, "pthread_mutex_unlock(&%s);", mutex);
        break;
    case S_DESTROY:
        line(to, "pthread_mutex_destroy(&%s);", mutex);
        break;
    case S_LOCKED:
        print_taken(to, s, TRY_MUTEX, false);
        break;
    case S_TRYLOCK:
        print_taken(to, s, TRY_MUTEX, true);
        break;
    case S_RDLOCKED:
        print_taken(to, s, TRY_READ, false);
        break;
    case S_WRLOCKED:
        print_taken(to, s, TRY_WRITE, false);
        break;
    case S_TRYRD:
        print_taken(to, s, TRY_READ, true);
        break;
    default:
        print_taken(to, s, TRY_WRITE, true);
        break;
    }
}

static void print_semaphore(struct printer *to, const struct statement *s) {
    const char *name = own(to, "s", s->object);
    if (s->kind == S_SEM_WAIT)
        line(to, "sem_wait(&%s);", name);
    else if (s->kind == S_SEM_POST)
        line(to, "sem_post(&%s);", name);
    else if (s->kind == S_SEM_TRY)
        line(to, s->reg < 0 ? "%ssem_trywait(&%s);" : "%s!sem_trywait(&%s);",
             into(s), name);
    else
        line(to, "{ int value; sem_getvalue(&%s, &value); %svalue; }", name,
             into(s));
}

static void print_condition(struct printer *to, const struct statement *s) {
    const char *name = own(to, "c", s->object);
    if (s->kind == S_SIGNAL) {
        line(to, "pthread_cond_signal(&%s);", name);
    } else if (s->kind == S_BROADCAST) {
        line(to, "pthread_cond_broadcast(&%s);", name);
    } else {
        const char *wait = text("pthread_cond_wait(&%s, &%s);", name,
                                own(to, "m", s->object % to->p->mutexes));
        const char *holds =
            condition_on(&s->condition, shared(to, "p", s->second));
        if (s->style == LOOK_NEVER)
            line(to, "%s", wait);
        else
            line(to, "%s (%s)\n%*s%s", s->style == LOOK_IF ? "if" : "while",
                 holds, (int)(4 * to->indent + 4), "", wait);
    }
}

// The condition of a loop that waits, on variables, or of one on `value`.
static const char *spin_condition(const struct printer *to,
                                  const struct statement *s) {
    const char *one = condition_on(
        &s->condition, loaded(to, s->object, s->order, s->style & 8));
    if (!s->both)
        return one;
    const char *two = condition_on(
        &s->condition2, loaded(to, s->second, s->order2, s->style & 8));
    return text("%s %s %s", one, s->either ? "||" : "&&", two);
}

static void print_spin(struct printer *to, const struct statement *s) {
    const char *holds = spin_condition(to, s);
    int deeper = (int)(4 * to->indent + 4);
    switch (s->style % 8) {
    case 0:
    case 1:
        line(to, "while (%s)\n%*s;", holds, deeper, "");
        break;
    case 2:
        line(to, "while (%s)\n%*ssched_yield();", holds, deeper, "");
        break;
    case 3:
        line(to, "do {\n%*s} while (%s);", deeper - 4, "", holds);
        break;
    case 4:
        line(to, "for (;;) {\n%*sif (!(%s))\n%*sbreak;\n%*s}", deeper, "",
             holds, deeper + 4, "", deeper - 4, "");
        break;
    case 5:
        if (!s->both) {
            line(to, "mz_await(!(%s));", holds);
            break;
        } // fall through
    default:
        if (s->both)
            line(to, "while (%s)\n%*s;", holds, deeper, "");
        else
            line(to,
                 "for (;;) {\n%*s%s value = %s;\n%*sif (!(%s))\n%*sbreak;\n"
                 "%*s}",
                 deeper, "", type_rows[to->p->atomic[s->object].type].name,
                 loaded(to, s->object, s->order, s->style & 8), deeper, "",
                 condition_on(&s->condition, "value"), deeper + 4, "",
                 deeper - 4, "");
    }
}

static void print_casloop(struct printer *to, const struct statement *s) {
    const char *name = atomic_name(to, s->object);
    const char *type = type_rows[to->p->atomic[s->object].type].name;
    line(to, "{");
    to->indent++;
    line(to, "%s old = atomic_load_explicit(&%s, %s);", type, name,
         order_names[s->order2]);
    line(to,
         "while (!atomic_compare_exchange_%s_explicit(&%s, &old, old + %s, "
         "%s, %s))\n%*s;",
         s->style & 1 ? "weak" : "strong", name, literal(s->k),
         order_names[s->order], order_names[s->order2],
         (int)(4 * to->indent + 4), "");
    if (s->reg >= 0)
        line(to, "r%d = old;", s->reg);
    to->indent--;
    line(to, "}");
}

static void print_loop(struct printer *to, const struct statement *s) {
    if (s->kind == S_SPIN) {
        print_spin(to, s);
    } else if (s->kind == S_TRYSPIN) {
        print_tryspin(to, s);
    } else if (s->kind == S_CASLOOP) {
        print_casloop(to, s);
    } else if (s->kind == S_XSPIN) {
        line(to, "while (atomic_exchange_explicit(&%s, %s, %s))\n%*s;",
             atomic_name(to, s->object), literal(s->k), order_names[s->order],
             (int)(4 * to->indent + 4), "");
    } else if (s->kind == S_LOOP) {
        line(to, "do {");
        to->indent++;
        line(to, "r%d = %s;", s->reg,
             loaded(to, s->object, s->order, s->style & 8));
        to->indent--;
        body(to, s);
        line(to, "} while (%s);",
             condition_on(&s->condition, text("r%d", s->reg)));
    } else {
        line(to, "for (int i = 0; i < %s; i++) {", literal(s->k2));
        body(to, s);
        to->indent++;
        line(to, "if (%s)\n%*sbreak;", register_condition(s),
             (int)(4 * to->indent + 4), "");
        to->indent--;
        line(to, "}");
    }
}

static const char *result_of_thread(const struct printer *to) {
    const char *values[RESULT_REGISTERS];
    for (unsigned i = 0; i < RESULT_REGISTERS; i++)
        values[i] = to->registers >> i & 1 ? text("r%u", i) : "0";
    return text("result(%s, %s, %s, %s)", values[0], values[1], values[2],
                values[3]);
}

void print_result(struct printer *to, const char *format) {
    const char *result = result_of_thread(to), *rest = strstr(format, "%s");
    if (to->p->by_memory[to->thread]) {
        line(to, "%sresult%u = (long)%s;", to->prefix, to->thread, result);
        result = "NULL";
    }
    line(to, "%.*s%s%s", (int)(rest - format), format, result, rest + 2);
}

struct joined {
    unsigned thread;
    bool is;
};

static void note_join(void *context, const struct statement *s) {
    struct joined *j = context;
    j->is |= s->kind == S_JOIN && s->object == j->thread;
}

static bool is_joined(const struct program *p, unsigned thread) {
    struct joined j = {thread, false};
    program_visit(p, note_join, &j);
    return j.is;
}

static void print_thread(struct printer *to, const struct statement *s) {
    if (s->kind == S_CREATE)
        line(to, "pthread_create(&h%u, NULL, %s, NULL);%s", s->object,
             own(to, "thread", s->object),
             s->style & 1 && !is_joined(to->p, s->object)
                 ? text(" pthread_detach(h%u);", s->object)
                 : "");
    else if (s->kind == S_EXIT)
        print_result(to, "pthread_exit(%s);");
    else if (s->kind == S_QUIT)
        line(to, "exit(0);");
    else if (s->reg < 0 || to->p->by_memory[s->object])
        line(to, "pthread_join(h%u, NULL);", s->object);
    else
        line(to,
             "{ void *value; pthread_join(h%u, &value); r%d = (long)value; }",
             s->object, s->reg);
    if (s->kind == S_JOIN && s->reg >= 0 && to->p->by_memory[s->object])
        line(to, "r%d = %sresult%u;", s->reg, to->prefix, s->object);
}

static void print_field(struct printer *to, const struct statement *s) {
    const char *guard = s->style & 2 ? "if (q) " : "";
    if (s->kind == S_GET && s->style & 1)
        line(to, "%s%satomic_load_explicit(&q->w, %s);", guard, into(s),
             order_names[s->order]);
    else if (s->kind == S_GET)
        line(to, "%s%sq->v;", guard, into(s));
    else if (s->style & 1)
        line(to, "%satomic_store_explicit(&q->w, %s, %s);", guard,
             literal(s->k), order_names[s->order]);
    else
        line(to, "%sq->v = %s;", guard, literal(s->k));
}

static void print_heap(struct printer *to, const struct statement *s) {
    const char *name = shared(to, "q", s->object);
    const char *order = order_names[s->order];
    switch ((enum statement_kind)s->kind) {
    case S_NEW:
        line(to, "q = malloc(sizeof *q);");
        line(to, "q->v = %s;", literal(s->k));
        line(to, "atomic_init(&q->w, %s);", literal(s->k));
        break;
    case S_PUBLISH:
        line(to, "atomic_store_explicit(&%s, q, %s);", name, order);
        break;
    case S_TAKE:
        line(to,
             s->style & 1 ? "q = atomic_exchange_explicit(&%s, NULL, %s);"
                          : "q = atomic_load_explicit(&%s, %s);",
             name, order);
        break;
    case S_SWAP:
        line(to, "{");
        line(to, "    struct node *none = NULL;");
        line(to,
             "    %satomic_compare_exchange_strong_explicit(&%s, &none, q, %s, "
             "%s);",
             into(s), name, order, order_names[s->order2]);
        line(to, "}");
        break;
    case S_DETACH:
        line(to, "{");
        line(to, "    struct node *mine = q;");
        line(to,
             "    %satomic_compare_exchange_strong_explicit(&%s, &mine, NULL, "
             "%s, %s);",
             into(s), name, order, order_names[s->order2]);
        line(to, "}");
        break;
    case S_FREE:
        line(to, "free(q);");
        if (s->style & 1)
            line(to, "q = NULL;");
        break;
    default:
        print_field(to, s);
        break;
    }
}

static void print_text(struct printer *to, const struct statement *s) {
    const char *name = shared(to, "t", s->object);
    const char *with = s->style & 1 ? shared(to, "t", s->second)
                                    : text("\"%s\"", words[s->k % WORDS]);
    switch ((enum statement_kind)s->kind) {
    case S_STRLEN:
        line(to, "%s(long)strlen(%s);", into(s), name);
        break;
    case S_STRCPY:
        line(to, "strcpy(%s, %s);", name, with);
        break;
    case S_STRCAT:
        line(to, "strcat(%s, %s);", name, with);
        break;
    case S_STRCMP:
        line(to, "%s!strcmp(%s, %s);", into(s), name, with);
        break;
    case S_MEMCPY:
        line(to, "%s(%s, %s, %s);", s->style & 4 ? "memmove" : "memcpy", name,
             shared(to, "t", s->second), literal(s->k));
        break;
    case S_MEMSET:
        line(to, "memset(%s, %s, %s);", name, literal(s->k2), literal(s->k));
        break;
    case S_CHAR_GET:
        line(to, "%s%s[%s];", into(s), name, literal(s->k));
        break;
    default:
        line(to, "%s[%s] = %s;", name, literal(s->k), literal(s->k2));
        break;
    }
}

static void print_library(struct printer *to, const struct statement *s) {
    switch ((enum statement_kind)s->kind) {
    case S_SETENV:
        line(to, "setenv(\"%sENV\", \"%lld\", %d);", to->prefix,
             (long long)s->k, s->style & 1);
        break;
    case S_GETENV:
        line(to,
             "{ const char *value = getenv(\"%sENV\"); %svalue ? *value : 0; }",
             to->prefix, into(s));
        break;
    case S_UNSETENV:
        line(to, "unsetenv(\"%sENV\");", to->prefix);
        break;
    case S_KEY_SET:
        line(to, "pthread_setspecific(%s, (void *)%s);",
             own(to, "k", s->object), literal(s->k));
        break;
    case S_KEY_GET:
        line(to, "%s(long)pthread_getspecific(%s);", into(s),
             own(to, "k", s->object));
        break;
    case S_KEY_DELETE:
        line(to, "pthread_key_delete(%s);", own(to, "k", s->object));
        break;
    case S_ATEXIT:
        line(to, "atexit(%s);", own(to, "exit", s->object));
        break;
    case S_CHOOSE:
        line(to, "%smz_choose(%s);", into(s), literal(s->k));
        break;
    default:
        line(to, "mz_assume(%s);", register_condition(s));
        break;
    }
}

static void print_local(struct printer *to, const struct statement *s) {
    switch ((enum statement_kind)s->kind) {
    case S_SET:
        line(to, "r%d = %s;", s->reg, literal(s->k));
        break;
    case S_CALC:
        line(to, "r%d = r%d * %s + %s;", s->reg, s->from, literal(s->k2),
             literal(s->k));
        break;
    case S_TLS_ADD:
        line(to, "%stls += %s;", to->prefix, literal(s->k));
        break;
    case S_TLS_GET:
        line(to, "r%d = %stls;", s->reg, to->prefix);
        break;
    case S_YIELD:
        line(to, "sched_yield();");
        break;
    default:
        line(to, "if (%s) {", register_condition(s));
        body(to, s);
        line(to, "}");
        break;
    }
}

static void print_synchronisation(struct printer *to,
                                  const struct statement *s) {
    if (s->kind == S_BARRIER)
        line(to, "pthread_barrier_wait(&%sbarrier);", to->prefix);
    else
        line(to, "pthread_once(&%sonce, %sfirst);", to->prefix, to->prefix);
}

typedef void print_statement(struct printer *, const struct statement *);

static print_statement *const printers[FEATURE_COUNT] = {
    [WITH_ATOMIC] = print_atomic,
    [WITH_PLAIN] = print_plain,
    [WITH_MUTEX] = print_lock,
    [WITH_RWLOCK] = print_lock,
    [WITH_SEMAPHORE] = print_semaphore,
    [WITH_CONDITION] = print_condition,
    [WITH_BARRIER] = print_synchronisation,
    [WITH_ONCE] = print_synchronisation,
    [WITH_HEAP] = print_heap,
    [WITH_TEXT] = print_text,
    [WITH_ENVIRONMENT] = print_library,
    [WITH_KEY] = print_library,
    [WITH_DELETION] = print_library,
    [WITH_ATEXIT] = print_library,
    [WITH_LOCAL] = print_local,
    [WITH_LOOP] = print_loop,
    [WITH_THREAD] = print_thread,
    [WITH_CHOICE] = print_library,
    [WITH_DESTROY] = print_lock,
};

void print_block(struct printer *to, const struct block *block) {
    for (unsigned i = 0; i < block->count; i++) {
        const struct statement *s = &block->at[i];
        printers[statement_rows[s->kind].feature](to, s);
    }
}
