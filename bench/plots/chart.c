// SPDX-License-Identifier: Apache-2.0

#include "chart.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

// Of one chart, in pixels: its whole, and the field inside of the labels.
enum { WIDTH = 300, HEIGHT = 220 };
enum { LEFT = 56, RIGHT = 14, TOP = 34, BOTTOM = 42 };
enum { MOST_TICKS = 12, LOG_FROM = 30 };

static const struct look {
    const char *colour, *dashes;
} looks[MOST_LINES] = {{"#1b6ca8", "none"},
                       {"#c8553d", "6 3"},
                       {"#3a7d44", "2 2"},
                       {"#7b4b94", "8 2 2 2"}};

// ----------------------------------------------------------------- axes

struct axis {
    double low, high;
    bool logarithmic;
    double ticks[MOST_TICKS];
    size_t tick_count;
    double from, to; // pixels
};

static double axis_place(const struct axis *a, double value) {
    double low = a->logarithmic ? log10(a->low) : a->low;
    double high = a->logarithmic ? log10(a->high) : a->high;
    double at = a->logarithmic ? log10(value) : value;
    return a->from + (a->to - a->from) * (at - low) / (high - low);
}

static void add_tick(struct axis *a, double value) {
    if (a->tick_count < MOST_TICKS && value >= a->low * 0.9999 - 1e-12 &&
        value <= a->high * 1.0001)
        a->ticks[a->tick_count++] = value;
}

static void linear_ticks(struct axis *a) {
    double size = pow(10, floor(log10(a->high - a->low)));
    static const double steps[] = {0.1, 0.2, 0.5, 1};
    double step = size;
    bool whole = a->low == floor(a->low) && a->high == floor(a->high);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        step = size * steps[i];
        if ((a->high - a->low) / step <= 5)
            break;
    }
    if (whole && step < 1) // of a parameter
        step = 1;
    for (double tick = ceil(a->low / step) * step; tick <= a->high * 1.0001;
         tick += step)
        add_tick(a, tick);
}

// Decades; within them 2 and 5 where there is room.
static void logarithmic_ticks(struct axis *a) {
    double decades = log10(a->high / a->low);
    double every = decades > 6 ? ceil(decades / 6) : 1;
    for (double d = floor(log10(a->low)); d <= log10(a->high); d += every) {
        add_tick(a, pow(10, d));
        if (decades < 2) {
            add_tick(a, 2 * pow(10, d));
            add_tick(a, 5 * pow(10, d));
        }
    }
}

// What the values of one coordinate need. Linear axes of sizes begin at 0.
static struct axis axis_for(const struct chart *c, bool vertical) {
    struct axis a = {.low = DBL_MAX, .high = -DBL_MAX};
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->lines[i].points.count; k++) {
            const struct point *p = &c->lines[i].points.at[k];
            double value = vertical ? p->y : p->x;
            a.low = value < a.low ? value : a.low;
            a.high = value > a.high ? value : a.high;
        }
    a.logarithmic = a.low > 0 && a.high / a.low > LOG_FROM;
    if (vertical && a.logarithmic) {
        a.low /= 1.5;
        a.high *= 1.5;
    } else if (vertical) {
        a.low = 0;
        a.high *= 1.1;
    } else if (a.low == a.high) {
        a.low -= 1;
        a.high += 1;
    }
    if (a.logarithmic)
        logarithmic_ticks(&a);
    else
        linear_ticks(&a);
    a.from = vertical ? HEIGHT - BOTTOM : LEFT;
    a.to = vertical ? TOP : WIDTH - RIGHT;
    return a;
}

// 0.05, 7, 2000, 2M: short enough for a label.
static void number_text(double value, char *text, size_t room) {
    if (value >= 1e6)
        snprintf(text, room, "%gM", value / 1e6);
    else if (value >= 0.00005 || value == 0)
        snprintf(text, room, "%g", round(value * 100000) / 100000);
    else
        snprintf(text, room, "%.0e", value);
}

// -------------------------------------------------------------- drawing

static void put_text(FILE *out, double x, double y, const char *anchor,
                     const char *class, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"", x, y,
            anchor);
    if (class[0])
        fprintf(out, " class=\"%s\"", class);
    fputc('>', out);
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            fputs(*text == '<' ? "&lt;" : "&amp;", out);
        else
            fputc(*text, out);
    fputs("</text>\n", out);
}

static void draw_axes(FILE *out, const struct chart *c, const struct axis *x,
                      const struct axis *y) {
    char text[32];
    for (size_t i = 0; i < y->tick_count; i++) {
        double at = axis_place(y, y->ticks[i]);
        fprintf(out, "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", x->from,
                at, x->to);
        number_text(y->ticks[i], text, sizeof text);
        put_text(out, x->from - 5, at + 3.5, "end", "", text);
    }
    for (size_t i = 0; i < x->tick_count; i++) {
        double at = axis_place(x, x->ticks[i]);
        fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fv4\"/>\n", at,
                y->from);
        number_text(x->ticks[i], text, sizeof text);
        put_text(out, at, y->from + 15, "middle", "", text);
    }
    fprintf(out, "<path class=\"axis\" d=\"M%.1f %.1fV%.1fH%.1f\"/>\n", x->from,
            y->to, y->from, x->to);
    snprintf(text, sizeof text, "%.*s", (int)strcspn(c->x_label, "="),
             c->x_label);
    put_text(out, (x->from + x->to) / 2, HEIGHT - 10, "middle", "", text);
    fprintf(out,
            "<text transform=\"translate(13 %.1f) rotate(-90)\" "
            "text-anchor=\"middle\">%s</text>\n",
            (y->from + y->to) / 2, c->y_label);
}

static void draw_line(FILE *out, const struct line *line,
                      const struct look *look, const struct axis *x,
                      const struct axis *y) {
    if (line->points.count == 0)
        return;
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" "
            "stroke-dasharray=\"%s\" points=\"",
            look->colour, look->dashes);
    for (size_t i = 0; i < line->points.count; i++)
        fprintf(out, "%s%.1f,%.1f", i ? " " : "",
                axis_place(x, line->points.at[i].x),
                axis_place(y, line->points.at[i].y));
    fputs("\"/>\n", out);
    for (size_t i = 0; i < line->points.count; i++)
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.6\" fill=\"%s\"/>\n",
                axis_place(x, line->points.at[i].x),
                axis_place(y, line->points.at[i].y), look->colour);
}

// Which line is which: above the field, from the left.
static void draw_key(FILE *out, const struct chart *c) {
    double at = LEFT;
    for (size_t i = 0; i < c->count; i++) {
        if (c->lines[i].points.count == 0)
            continue;
        fprintf(out,
                "<path stroke=\"%s\" stroke-width=\"1.8\" "
                "stroke-dasharray=\"%s\" d=\"M%.1f 26h18\"/>\n",
                looks[i].colour, looks[i].dashes, at);
        put_text(out, at + 22, 29.5, "start", "", c->lines[i].name);
        at += 34 + 6.2 * (double)strlen(c->lines[i].name);
    }
}

static void draw_chart(FILE *out, const struct chart *c) {
    struct axis x = axis_for(c, false), y = axis_for(c, true);
    put_text(out, LEFT, 14, "start", "title", c->title);
    draw_key(out, c);
    draw_axes(out, c, &x, &y);
    for (size_t i = 0; i < c->count; i++)
        draw_line(out, &c->lines[i], &looks[i], &x, &y);
}

void charts_write(FILE *out, const struct chart *charts, size_t count,
                  size_t in_a_row) {
    size_t rows = (count + in_a_row - 1) / in_a_row;
    size_t columns = count < in_a_row ? count : in_a_row;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu %zu\" "
            "width=\"%zu\" height=\"%zu\">\n"
            "<style>text{font:11px sans-serif;fill:#333}"
            ".title{font-size:12px;font-weight:bold}"
            ".grid{stroke:#e3e3e3;fill:none}"
            ".axis{stroke:#888;fill:none}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            columns * WIDTH, rows * HEIGHT, columns * WIDTH, rows * HEIGHT);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "<g transform=\"translate(%zu %zu)\">\n",
                i % in_a_row * WIDTH, i / in_a_row * HEIGHT);
        draw_chart(out, &charts[i]);
        fputs("</g>\n", out);
    }
    fputs("</svg>\n", out);
}

void chart_free(struct chart *chart) {
    for (size_t i = 0; i < chart->count; i++)
        vec_free(&chart->lines[i].points);
}
