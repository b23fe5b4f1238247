// SPDX-License-Identifier: Apache-2.0

#include "cli/command.h"

#include "base/paragraph.h"
#include "check/options.h"
#include "check/messages.h"
#include "explore/explorer.h"

int command_list(int count, char **arguments) {
    if (count > 0)
        return refuse(NULL, "list takes no arguments, but was given %s",
                      arguments[0]);
    puts("algorithms (--algorithm=NAME):");
    for (int i = 0; i < ALGORITHM_COUNT; i++) {
        enum algorithm a = (enum algorithm)i;
        unsigned used = (unsigned)printf("  %s", algorithm_name(a));
        paragraph_print(stdout, used, 13, algorithm_row(a)->purpose);
    }
    puts("\noptions:");
    options_help(stdout, AVAILABLE);
    options_later(stdout);
    return 0;
}
