// SPDX-License-Identifier: Apache-2.0
// --goto=both: whether undoing leads where it should.
//
// The state after every step is noted. Whenever the search goes back, the state
// that undoing leads to must be the noted one, to the last byte of the stacks;
// then the program is run again from its start, and must come to the same
// state. A difference is a fault of mazurka: something was changed without
// being saved.

#include "base/fault.h"
#include "machine/native/state/fingerprint.h"
#include "machine/native/goto.h"
#include "machine/native/step.h"

static void note(void) {
    while (native.noted.count <= native.taken.count)
        vec_push(&native.noted, (struct fingerprint){0});
    fingerprint_take(&native.noted.at[native.taken.count]);
}

static void compare(const struct fingerprint *wanted, bool frames,
                    const char *way) {
    struct fingerprint now = {0};
    fingerprint_take(&now);
    const struct fingerprint_part *p =
        fingerprint_difference(wanted, &now, frames);
    if (p)
        fault("%s %zu steps does not lead to the same state: %s %s differs",
              way, native.taken.count, p->what, p->of);
    fingerprint_free(&now);
}

void goto_both_step(struct machine *m, struct step step) {
    if (!native.noted.count)
        note(); // the start
    step_take(m, step);
    note();
}

void goto_both_steps(struct machine *m, const struct step *steps,
                     size_t count) {
    if (native.noted.count && !native.uncontrolled) {
        size_t same = goto_common_prefix(steps, count);
        goto_steps(m, steps, same);
        compare(&native.noted.at[same], true, "undoing back to");
        native.replay = true;
        goto_steps(m, steps, same);
        native.replay = false;
        if (machine_mishap_kind(m) == FINDING_NONDETERMINISM)
            return;
        compare(&native.noted.at[same], false, "running again");
        note();
    }
    goto_steps(m, steps, count);
}
