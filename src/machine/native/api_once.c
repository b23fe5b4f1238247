// SPDX-License-Identifier: Apache-2.0
// Once: an int that is 0 at first, 1 while the routine runs, 2 when it is done.

#include "machine/native/api.h"

enum { NOT_YET, RUNNING, DONE };
_Static_assert(sizeof(pthread_once_t) == 4, "as operations say");

int __mz_pthread_once(pthread_once_t *control, void (*routine)(void)) {
    const struct mz_site *site = native_at();
    struct op claim = api_access(OP_CAS, control);
    claim.arg = NOT_YET;
    claim.arg2 = RUNNING;
    api_access_happens(&claim, site);
    if (claim.kind == OP_CAS) {
        struct state known = native_known();
        routine();
        native_knows_again(known);
        struct op done = api_access(OP_WRITE, control);
        done.arg = DONE;
        api_access_happens(&done, site);
        api_release(control);
        return 0;
    }
    uint64_t found = op_value(&claim, claim.old);
    if (found != RUNNING && found != DONE)
        native_fail(FINDING_API_MISUSE, site,
                    "a once control is used that was never initialised");
    if (found == RUNNING) {
        struct op wait = api_access(OP_AWAIT, control);
        wait.compare = CMP_EQ;
        wait.arg = DONE;
        api_access_happens(&wait, site);
    }
    api_acquire(control);
    return 0;
}
