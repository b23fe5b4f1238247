// SPDX-License-Identifier: Apache-2.0

#include "machine_info.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void processor(char *name, size_t room) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(name, room, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !value)
            continue;
        snprintf(name, room, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        break;
    }
    if (file)
        fclose(file);
}

void machine_info(char *text, size_t room) {
    char name[128], date[32];
    time_t now = time(NULL);
    struct tm parts;
    processor(name, sizeof name);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &parts));
    double bytes =
        (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    snprintf(text, room, "%s, %ld cores, %.0f GiB, %s", name,
             sysconf(_SC_NPROCESSORS_ONLN), bytes / (1 << 30), date);
}
