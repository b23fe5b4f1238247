// SPDX-License-Identifier: Apache-2.0
// Line charts as SVG: a grid of small ones in one picture.

#ifndef MAZURKA_BENCH_CHART_H
#define MAZURKA_BENCH_CHART_H

#include "base/memory.h"

#include <stdio.h>

enum { MOST_LINES = 4 }; // in one chart: each has a colour and a mark

struct point {
    double x, y; // y > 0
};

struct line {
    const char *name;
    VEC(struct point) points;
};

struct chart {
    const char *title;
    const char *x_label, *y_label; // the former up to a =
    struct line lines[MOST_LINES];
    size_t count;
};

void chart_free(struct chart *chart);

// So many charts in a row; an axis is logarithmic where values differ by much.
void charts_write(FILE *out, const struct chart *charts, size_t count,
                  size_t in_a_row);

#endif
