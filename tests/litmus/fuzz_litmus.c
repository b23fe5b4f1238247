// SPDX-License-Identifier: Apache-2.0
// Any bytes at all as a litmus test: they are refused with a place, or they
// run.

#include "explore/search.h"
#include "litmus/litmus_outcomes.h"
#include "machine/model/model.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_execution(void *context, const struct trace *trace,
                         enum ending ending, uint64_t number) {
    if (ending == ENDED_COMPLETE)
        litmus_outcome(context, trace, number);
}

static void run(struct litmus *litmus, enum memory memory) {
    struct machine *machine = model_machine(
        litmus->program,
        (struct relation){.graphs = true, .readers_conflict = true});
    litmus->program = NULL;
    struct search_options options = {.algorithm = ALGORITHM_GRAPH,
                                     .memory = memory,
                                     .max_executions = 10,
                                     .timeout = 1,
                                     .keep_going = true};
    struct litmus_outcomes outcomes = {.litmus = litmus, .races_count = true};
    struct search_observer observer = {.execution = on_execution,
                                       .context = &outcomes};
    struct search_result result;
    search(machine, &options, &observer, NULL, &result);
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    litmus_print(&outcomes, model_program(machine), nowhere);
    litmus_outcomes_free(&outcomes);
    search_result_free(&result);
    machine_destroy(machine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct model_error error;
    struct litmus *litmus =
        litmus_parse("fuzz", (const char *)data, size, &error);
    if (!litmus && (error.line < 1 || error.column < 1 || !error.message[0]))
        abort(); // refused without saying why
    if (litmus)
        run(litmus, (enum memory)(size % MEMORY_COUNT));
    litmus_free(litmus);
    return 0;
}
