// SPDX-License-Identifier: Apache-2.0

#include "families_locks.h"

#include "text.h"

// With the mutex of one of several: the language has no arrays of mutexes.
static void with_one_of(text *t, const char *prefix, unsigned count,
                        const char *body) {
    for (unsigned i = 0; i < count; i++)
        put(t, " IF i == %u\n  LOCK %s%u\n%s  UNLOCK %s%u\n END\n", i, prefix,
            i, body, prefix, i);
}

char *family_disp(unsigned servers, unsigned requests) {
    text t = {0};
    for (unsigned s = 0; s < servers; s++)
        put(&t,
            "thread server%u\n LOCK s%u\n R a in[%u]\n IF a > 0\n"
            "  W out[%u] a\n END\n UNLOCK s%u\n",
            s, s, s, s, s);
    put(&t, "thread main\n");
    for (unsigned r = 0; r < requests; r++) {
        put(&t, " SPAWN picker%u\n LOCK k\n R i sid\n UNLOCK k\n", r);
        with_one_of(&t, "s", servers, "  R a in[i]\n  W in[i] a+1\n");
        put(&t, " JOIN picker%u\n", r);
    }
    for (unsigned r = 0; r < requests; r++) {
        put(&t, "thread picker%u\n", r);
        for (unsigned s = 0; s < servers; s++)
            put(&t, " LOCK k\n W sid %u\n UNLOCK k\n", s);
    }
    return t.at;
}

char *family_mpat(unsigned pairs, unsigned unused) {
    text t = {0};
    (void)unused;
    for (unsigned i = 0; i < pairs; i++)
        put(&t,
            "thread w%u\n LOCK a%u\n UNLOCK a%u\nthread r%u\n LOCK mi\n"
            " LOCK a%u\n UNLOCK a%u\n UNLOCK mi\n",
            i, i, i, i, i, i);
    return t.at;
}

char *family_mpc(unsigned producers, unsigned workers) {
    text t = {0};
    for (unsigned w = 0; w < workers; w++) {
        put(&t, "thread worker%u\n", w);
        for (unsigned k = 0; k < 2; k++)
            put(&t,
                " LOCK m%u\n R a req[%u]\n IF a > 0\n  W req[%u] a-1\n END\n"
                " UNLOCK m%u\n",
                w, w, w, w);
    }
    for (unsigned p = 0; p < producers; p++) {
        put(&t, "thread producer%u\n", p);
        for (unsigned k = 0; k < 2; k++)
            put(&t,
                " LOCK pm\n R b buf\n LET b b*%u+%u\n W buf b\n UNLOCK pm\n",
                producers, p);
        put(&t, " LET i b %% %u\n", workers);
        with_one_of(&t, "m", workers, "  R a req[i]\n  W req[i] a+1\n");
    }
    return t.at;
}

char *family_pi(unsigned threads, unsigned unused) {
    text t = {0};
    (void)unused;
    for (unsigned i = 0; i < threads; i++)
        put(&t, "thread t%u\n LOCK m\n R a sum\n W sum a+1\n UNLOCK m\n", i);
    return t.at;
}

char *family_pol(unsigned workers, unsigned rounds) {
    text t = {0};
    for (unsigned x = 0; x < workers; x++)
        put(&t, "thread worker%u\n LOCK a%u\n W a[%u] 1\n UNLOCK a%u\n", x, x,
            x, x);
    put(&t, "thread main\n");
    for (unsigned k = 0; k < rounds; k++)
        put(&t,
            " SPAWN chooser%u\n SPAWN poker%u\n JOIN chooser%u\n"
            " JOIN poker%u\n",
            k, k, k, k);
    for (unsigned x = 0; x < workers; x++)
        put(&t, " JOIN worker%u\n", x);
    for (unsigned k = 0; k < rounds; k++) {
        put(&t, "thread chooser%u\n", k);
        for (unsigned x = 1; x < workers; x++)
            put(&t, " LOCK mi\n W i %u\n UNLOCK mi\n", x);
        put(&t, "thread poker%u\n LOCK mi\n R i i\n UNLOCK mi\n", k);
        with_one_of(&t, "a", workers,
                    "  R b a[i]\n  IF b == 1\n   R d d\n   W d d+1\n"
                    "   W a[i] 0\n  END\n");
    }
    return t.at;
}
