// SPDX-License-Identifier: Apache-2.0

#include "cli/command.h"

#include "cli/options.h"
#include "cli/refuse.h"
#include "explore/explorer.h"

int command_list(int count, char **arguments) {
    if (count > 0)
        return refuse(NULL, "list takes no arguments, but was given %s",
                      arguments[0]);
    puts("algorithms (--algorithm=NAME):");
    for (int i = 0; i < ALGORITHM_COUNT; i++) {
        enum algorithm a = (enum algorithm)i, taken = algorithm_resolved(a);
        printf("  %-10s %s", algorithm_name(a), algorithm_purpose(a));
        if (a != taken)
            printf(": %s", algorithm_name(taken));
        puts(algorithm_available(a) ? "" : " (not in this version)");
    }
    puts("\noptions:");
    options_help(stdout, AVAILABLE);
    fputs("\nnot in this version:", stdout);
    options_later(stdout);
    return 0;
}
