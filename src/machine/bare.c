// SPDX-License-Identifier: Apache-2.0

#include "machine/bare.h"

#include "base/fault.h"

#include "base/seconds.h"

// The number of steps of one execution.
static uint64_t run_once(struct machine *m) {
    uint64_t steps = 0;
    for (unsigned t = 0; t < m->threads;) {
        if (!machine_enabled(m, t)) {
            t++;
            continue;
        }
        do {
            machine_step(m, (struct step){t, 0});
            steps++;
        } while (machine_enabled(m, t));
        t = 0;
    }
    return steps;
}

struct bare_cost bare_run(struct machine *machine, double seconds) {
    require(seconds > 0);
    enum { EXECUTIONS_BETWEEN_LOOKS = 16 };
    struct bare_cost cost = {0};
    double start = seconds_cpu();
    while (cost.cpu_seconds < seconds) {
        for (int i = 0; i < EXECUTIONS_BETWEEN_LOOKS; i++) {
            cost.steps += run_once(machine);
            cost.executions++;
            machine_goto(machine, NULL, 0);
        }
        cost.cpu_seconds = seconds_cpu() - start;
    }
    return cost;
}
