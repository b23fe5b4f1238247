// SPDX-License-Identifier: Apache-2.0

#include "check/progress.h"

#include "report/outlook.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct progress progress_new(const char *when) {
    struct progress p = {.terminal = isatty(STDERR_FILENO) == 1};
    p.on = strcmp(when, "always") == 0 ||
           (strcmp(when, "auto") == 0 && p.terminal);
    p.next = p.terminal ? 0.5 : 5; // nobody needs it for what ends at once
    return p;
}

// No wider than the terminal: it is drawn over itself.
static void print_cut(const struct progress *p, const char *text) {
    struct winsize size;
    int most = INT_MAX;
    if (p->terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col > 1)
        most = size.ws_col - 1;
    fprintf(stderr, "%.*s", most, text);
}

static void line(const struct progress *p, const struct search_result *r) {
    uint64_t total = search_total(r);
    double rate = r->seconds > 0 ? (double)total / r->seconds : 0;
    char outlook[160] = "", text[400];
    bool known = outlook_brief(r, outlook, sizeof outlook);
    snprintf(text, sizeof text,
             "mazurka: %" PRIu64 " executions, %.0f/s, %s%s%zu found, depth "
             "%" PRIu32 ", %.1f s",
             total, rate, outlook, known ? ", " : "", r->findings.count,
             r->longest, r->seconds);
    print_cut(p, text);
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
    line(p, now);
    if (!p->terminal)
        fputc('\n', stderr);
    p->drawn = p->terminal;
    p->next = now->seconds + (p->terminal ? 0.2 : 5);
}

void progress_end(struct progress *p, const struct search_result *end) {
    progress_erase(p);
    if (p->on && !p->terminal) {
        line(p, end);
        fputc('\n', stderr);
    }
}
