// SPDX-License-Identifier: Apache-2.0
// Once: an int that is 0 at first. Its first half says whether the routine was
// begun, and who finds that it was waits for the second half, which says that
// it is done. So it matters who is first, and to the others only that they are
// not: whether they came while the routine ran or afterwards they cannot tell.

#include "machine/native/api/api.h"

enum { NO, YES };

struct once {
    uint16_t begun, done;
};
_Static_assert(sizeof(pthread_once_t) == sizeof(struct once), "two halves");

static struct op access_to(enum op_kind kind, const uint16_t *half) {
    struct op op = api_op(kind, half);
    op.size = sizeof *half;
    return op;
}

static void happens(struct op *op, const struct once *once,
                    const struct mz_site *site) {
    native_touches(once, sizeof *once, true, site);
    api_visible(op, site);
    native_touches(once, sizeof *once, true, site);
}

static void is_first(struct once *once, void (*routine)(void),
                     const struct mz_site *site) {
    struct state known = native_known();
    native_calls(routine);
    routine();
    native_knows_again(known);
    struct op done = access_to(OP_WRITE, &once->done);
    done.arg = YES;
    happens(&done, once, site);
    invariant(once->done == YES);
    api_release(once);
}

int __mz_pthread_once(pthread_once_t *control, void (*routine)(void)) {
    const struct mz_site *site = native_at();
    struct once *once = (struct once *)(void *)control;
    struct op begin = access_to(OP_CAS, &once->begun);
    begin.arg = NO;
    begin.arg2 = YES;
    happens(&begin, once, site);
    if (once->begun != YES || once->done > YES ||
        (begin.kind == OP_CAS && once->done))
        native_fail(FINDING_API_MISUSE, site,
                    "a once control is used that was never initialised");
    if (begin.kind == OP_CAS) {
        is_first(once, routine, site);
        return 0;
    }
    struct op wait = access_to(OP_AWAIT, &once->done);
    wait.compare = CMP_EQ;
    wait.arg = YES;
    happens(&wait, once, site);
    invariant(once->done == YES);
    api_acquire(once);
    return 0;
}
