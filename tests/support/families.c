// SPDX-License-Identifier: Apache-2.0

#include "families.h"

#include "text.h"

#include <string.h>

char *family_circular_buffer(unsigned n) {
    text t = {0};
    put(&t, "init send=1\nthread sender\n LET i 0\n WHILE i < %u\n", n);
    put(&t, "  LOCK m\n  R s send\n  IF s == 1\n   R k next\n   IF k < 10\n"
            "    W buffer[k] i\n    W next (k+1) %% 10\n   END\n"
            "   W value i\n   W send 0\n   W receive 1\n  END\n  UNLOCK m\n"
            "  LET i i+1\n END\n");
    put(&t, "thread receiver\n LET i 0\n WHILE i < %u\n", n);
    put(&t, "  LOCK m\n  R r receive\n  IF r == 1\n   R k next\n   R f first\n"
            "   IF k > 0 and f < 10\n    W first f+1\n    R got buffer[f]\n"
            "    R v value\n    ASSERT got == v\n   END\n   W receive 0\n"
            "   W send 1\n  END\n  UNLOCK m\n  LET i i+1\n END\n");
    return t.at;
}

char *family_fib_bench(unsigned n) {
    static const char names[2] = {'i', 'j'};
    text t = {0};
    put(&t, "init i=1 j=1\n");
    put(&t, "thread main\n SPAWN t0\n SPAWN t1\n R a i\n R b j\n");
    for (unsigned me = 0; me < 2; me++) {
        char own = names[me], other = names[1 - me];
        put(&t, "thread t%u\n LET k 0\n WHILE k < %u\n", me, n);
        put(&t, "  R a %c\n  R b %c\n  W %c a+b\n  LET k k+1\n END\n", own,
            other, own);
    }
    return t.at;
}

char *family_linuxlocks(unsigned n) {
    text t = {0};
    for (unsigned me = 1; me <= 2; me++) {
        put(&t, "thread t%u\n LET k 0\n WHILE k < %u\n", me, n);
        put(&t,
            "  CAS got lock 0 1\n  IF got\n   W var %u\n   R v var\n"
            "   ASSERT v == %u\n   W lock 0\n  END\n  LET k k+1\n END\n",
            me, me);
    }
    return t.at;
}

char *family_filesystem(unsigned n) {
    text t = {0};
    for (unsigned me = 0; me < n; me++) {
        unsigned i = me % 32, b = 2 * i % 26;
        put(&t, "thread t%u\n LOCK li%u\n R n inode[%u]\n LET done n\n", me, i,
            i);
        for (unsigned tries = 0; tries < 10; tries++, b = (b + 1) % 26)
            put(&t,
                " IF done == 0\n  LOCK lb%u\n  R u busy[%u]\n  IF u == 0\n"
                "   W busy[%u] 1\n   W inode[%u] %u\n   LET done 1\n  END\n"
                "  UNLOCK lb%u\n END\n",
                b, b, b, i, b + 1, b);
        put(&t, " UNLOCK li%u\n", i);
    }
    return t.at;
}

char *family_indexer(unsigned n) {
    enum { SIZE = 128, MESSAGES = 4, TRIES = 4 };
    text t = {0};
    for (unsigned me = 0; me < n; me++) {
        put(&t, "thread t%u\n", me);
        for (unsigned m = 1; m <= MESSAGES; m++) {
            unsigned w = 11 * m + me, h = 7 * w % SIZE;
            put(&t, " LET done 0\n");
            for (unsigned k = 0; k < TRIES; k++, h = (h + 1) % SIZE)
                put(&t,
                    " IF done == 0\n  LOCK l%u\n  R u table[%u]\n  IF u == 0\n"
                    "   W table[%u] %u\n   LET done 1\n  END\n  UNLOCK l%u\n"
                    " END\n",
                    h, h, h, w, h);
        }
    }
    return t.at;
}

char *family_lastzero(unsigned n) {
    text t = {0};
    put(&t,
        "thread r\n LET i %u\n R a x[i]\n WHILE a != 0\n  LET i i-1\n"
        "  R a x[i]\n END\n",
        n);
    for (unsigned j = 1; j <= n; j++)
        put(&t, "thread t%u\n R a x[%u]\n W x[%u] a+1\n", j, j - 1, j);
    return t.at;
}

char *family_exp_mem3(unsigned n) {
    text t = {0};
    put(&t, "thread p\n W x 1\nthread q\n");
    for (unsigned i = 0; i < n; i++)
        put(&t, " SPAWN t%u\n", i);
    for (unsigned i = 0; i < n; i++)
        put(&t, " JOIN t%u\n", i);
    put(&t, " R a x\n");
    for (unsigned i = 0; i < n; i++)
        put(&t, "thread t%u\n W y 1\n", i);
    return t.at;
}

char *family_length_param(unsigned n) {
    text t = {0};
    for (unsigned me = 0; me < 2; me++)
        put(&t,
            "thread t%u\n LET i 0\n WHILE i < %u\n  W own%u i\n  R a own%u\n"
            "  LET i i+1\n END\n W v %u\n R a v\n",
            me, n, me, me, me);
    return t.at;
}

char *family_readers(unsigned n) {
    text t = {0};
    put(&t, "thread w\n W x 1\n");
    for (unsigned i = 0; i < n; i++)
        put(&t, "thread r%u\n R a y%u\n R b x\n", i, i);
    return t.at;
}

char *family_crowd(unsigned n) {
    text t = {0};
    for (unsigned i = 0; i < n; i++)
        put(&t, "thread q%u\n W y%u 1\n W y%u 2\n", i, i, i);
    for (unsigned i = 0; i < n; i++)
        put(&t, "thread w%u\n W x %u\n", i, i);
    return t.at;
}

char *family_named(const char *name, unsigned n) {
    static const struct {
        const char *name;
        char *(*make)(unsigned n);
    } all[] = {
        {"circular-buffer", family_circular_buffer},
        {"fib-bench", family_fib_bench},
        {"linuxlocks", family_linuxlocks},
        {"filesystem", family_filesystem},
        {"indexer", family_indexer},
        {"lastzero", family_lastzero},
        {"exp-mem3", family_exp_mem3},
        {"length-param", family_length_param},
        {"readers", family_readers},
        {"crowd", family_crowd},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].make(n);
    return NULL;
}
