// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// check --algorithm=source => safe: 1 executions
// Dates are made from what time() says, always the same.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void) {
    time_t now = time(NULL), again;
    struct tm broken, *lent = gmtime(&now);
    char text[64];
    assert(time(&again) == now && again == now);
    assert(gmtime_r(&now, &broken) == &broken);
    assert(lent->tm_year == broken.tm_year);
    assert(strftime(text, sizeof text, "%Y-%m-%d", &broken) == 10);
    assert(text[4] == '-' && strlen(text) == 10);
    assert(clock() >= 0 && difftime(again, now) == 0);
    return 0;
}
