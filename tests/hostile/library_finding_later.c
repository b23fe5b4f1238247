// SPDX-License-Identifier: Apache-2.0
// flags -L$LIBRARY -loutside
// check -k -- exits_now => unsafe: assertion at FILE:N after N executions
// check -k -- dies => unsafe: assertion at FILE:N after N executions
// check -k -- closes => unsafe: assertion at FILE:N after N executions
// check -k -- unsupported => unsafe: assertion at FILE:N after N executions
// A finding, and then something that is not supported: the finding counts.
#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "mazurka.h"
#include "outside/outside.h"

int main(int count, char **words) {
    const char *what = words[count - 1];
    if (mz_choose(2) == 0)
        assert(!"planted");
    if (!strcmp(what, "exits_now"))
        outside_exits_now(0);
    if (!strcmp(what, "dies"))
        outside_dies();
    if (!strcmp(what, "closes"))
        outside_closes();
    if (!strcmp(what, "unsupported"))
        fork();
    return 0;
}
