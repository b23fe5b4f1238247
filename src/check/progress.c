// SPDX-License-Identifier: Apache-2.0

#include "check/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct progress progress_new(const char *when) {
    struct progress p = {.terminal = isatty(STDERR_FILENO) == 1};
    p.on = strcmp(when, "always") == 0 ||
           (strcmp(when, "auto") == 0 && p.terminal);
    p.next = p.terminal ? 0.5 : 5; // nobody needs it for what ends at once
    return p;
}

static void line(const struct search_result *r) {
    uint64_t total = search_total(r);
    double rate = r->seconds > 0 ? (double)total / r->seconds : 0;
    fprintf(stderr, "mazurka: %" PRIu64 " executions, %.0f/s, %.1f s", total,
            rate, r->seconds);
}

void progress_erase(struct progress *p) {
    if (p->drawn)
        fputs("\r\033[K", stderr);
    p->drawn = false;
}

void progress_show(struct progress *p, const struct search_result *now) {
    if (!p->on || now->seconds < p->next)
        return;
    progress_erase(p);
    line(now);
    if (!p->terminal)
        fputc('\n', stderr);
    p->drawn = p->terminal;
    p->next = now->seconds + (p->terminal ? 0.2 : 5);
}

void progress_end(struct progress *p, const struct search_result *end) {
    progress_erase(p);
    if (p->on && !p->terminal) {
        line(end);
        fputc('\n', stderr);
    }
}
