// SPDX-License-Identifier: Apache-2.0
// Any bytes at all as a model: they are refused with a place, or they run.
//
// With libFuzzer (make fuzz) this is the fuzz target; without it, a test
// (support/fuzz_corpus.c).

#include "explore/search.h"
#include "machine/model/model.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct model_error error;
    struct model_program *program =
        model_parse("fuzz", (const char *)data, size, &error);
    if (!program) {
        if (error.line < 1 || error.column < 1 || !error.message[0])
            abort(); // refused without saying why
        return 0;
    }
    struct machine *machine =
        model_machine(program, (struct relation){.blind_adds = size % 2});
    struct search_options options = {.algorithm = size % 3
                                                      ? ALGORITHM_OPTIMAL
                                                      : ALGORITHM_SOURCE,
                                     .max_steps = 40,
                                     .max_executions = 20,
                                     .timeout = 1,
                                     .keep_going = true};
    struct search_result result;
    search(machine, &options, NULL, NULL, &result);
    char text[256];
    for (unsigned t = 0; t < machine->threads; t++) {
        const struct op *op = machine_pending(machine, t);
        if (op)
            machine_describe(machine, op, text, sizeof text);
    }
    search_result_free(&result);
    machine_destroy(machine);
    return 0;
}
