// SPDX-License-Identifier: Apache-2.0
// What a search costs, beside the bare cost of the same program and beside
// other model checkers, all measured in turn in one run (README.md).
//
//   bench-speed [--rounds=N] [--only=GLOB] [--timeout=SECONDS] [--json=FILE]
//               [--markdown=FILE] [--peer=NAME=PATH]…
//   bench-speed --instructions[=FILE] [--against=FILE] [--only=GLOB]
//
// Exit code 1 if a search does not find what it should, 3 if nothing could be
// measured.

#include "argument.h"
#include "base/file.h"
#include "instructions.h"
#include "machine_info.h"
#include "measure.h"
#include "peer.h"
#include "report/json.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_MEASURED = 3, ROUNDS = 3, SECONDS = 120, MEMORY_MIB = 3000 };
#define BARE_SECONDS 0.1

struct asked {
    struct measuring how;
    int rounds;
    bool instructions;
    const char *instructions_file, *against, *json, *markdown;
    struct peers peers;
};

// The best of all rounds.
struct cost {
    const struct measured *cell;
    struct outcome outcome;
    struct bare bare;
    struct peer_outcome peer[MOST_PEERS];
    double first_us; // an execution in the row's first column
    bool fine;
};

struct costs {
    struct cost *at;
    size_t count, room;
};

// ------------------------------------------------------------- measuring

static double per_run(const struct cost *c, double number) {
    uint64_t runs = c->outcome.complete + c->outcome.blocked;
    return runs ? number / (double)runs : 0;
}

static void measure_round(struct cost *c, const struct asked *a,
                          struct workshop *shop) {
    struct words build = {0}, run = {0};
    char why[200] = "";
    struct bare bare;
    measured_words(c->cell, &build, &run);
    const char *binary =
        workshop_build(shop, c->cell->row->program, &build, why, sizeof why);
    if (!binary || !workshop_bare(shop, binary, BARE_SECONDS, &bare)) {
        c->fine = false;
        snprintf(c->outcome.why, sizeof c->outcome.why, "%.*s",
                 (int)sizeof c->outcome.why - 1, why);
    } else {
        struct outcome o =
            workshop_check(shop, binary, &run, a->how.seconds, a->how.mib);
        enum judgement j = measured_judge(c->cell->cell, &o);
        if (!c->outcome.finished || o.cpu_seconds < c->outcome.cpu_seconds)
            c->outcome = o;
        if (c->bare.steps == 0 || bare.cpu_seconds < c->bare.cpu_seconds)
            c->bare = bare;
        c->fine &= o.finished && j != DIFFERENT;
    }
    vec_free(&build);
    vec_free(&run);
}

// The cells of one row, in turn, and with them the peers.
static void measure_row(struct cost *cells, size_t count, const struct asked *a,
                        struct workshop *shop) {
    for (int round = 0; round < a->rounds; round++) {
        for (size_t i = 0; i < count; i++)
            measure_round(&cells[i], a, shop);
        for (size_t p = 0; p < peer_count(); p++) {
            if (!peer_is_there(&a->peers, p) ||
                (round > 0 && !cells[0].peer[p].finished))
                continue;
            struct peer_outcome o = peer_run(
                &a->peers, p, shop, cells[0].cell->row, a->how.seconds);
            if (round == 0 || o.cpu_seconds < cells[0].peer[p].cpu_seconds)
                cells[0].peer[p] = o;
        }
    }
    double first_us = 1e6 * per_run(&cells[0], cells[0].outcome.cpu_seconds);
    for (size_t i = 0; i < count; i++)
        cells[i].first_us = first_us;
    for (size_t i = 1; i < count; i++)
        memcpy(cells[i].peer, cells[0].peer, sizeof cells[i].peer);
}

// ---------------------------------------------------------------- output

struct figures {
    double us, steps, ns; // an execution, its new steps, one of these
    double bare_us, bare_steps, bare_ns;
};

static struct figures figures_of(const struct cost *c) {
    struct figures f = {
        .us = 1e6 * per_run(c, c->outcome.cpu_seconds),
        .steps = per_run(c, (double)c->outcome.steps),
        .bare_us = 1e6 * c->bare.cpu_seconds,
        .bare_steps = c->bare.steps,
    };
    f.ns = f.steps > 0 ? 1e3 * f.us / f.steps : 0;
    f.bare_ns = f.bare_steps > 0 ? 1e3 * f.bare_us / f.bare_steps : 0;
    return f;
}

static double ratio(double a, double b) {
    return b > 0 ? a / b : 0;
}

static void print_peers(const struct cost *c, const struct asked *a,
                        const char *format, FILE *out) {
    double us = figures_of(c).us;
    for (size_t p = 0; p < peer_count(); p++) {
        const struct peer_outcome *o = &c->peer[p];
        if (!peer_is_there(&a->peers, p))
            continue;
        double theirs =
            o->executions ? 1e6 * o->cpu_seconds / (double)o->executions : 0;
        fprintf(out, format, o->finished ? theirs : 0.0,
                o->finished ? ratio(theirs, us) : 0.0);
    }
}

static void print_heading(const struct asked *a) {
    printf("%-24s %-8s %9s %9s %7s %8s %8s %7s %7s %8s", "program", "search",
           "runs", "us/run", "x first", "new/run", "ns/step", "x bare",
           "x step", "KiB");
    for (size_t p = 0; p < peer_count(); p++)
        if (peer_is_there(&a->peers, p))
            printf("  %16s", peer_name(p));
    printf("\n");
}

static void print_cost(const struct cost *c, const struct asked *a) {
    char name[128], *parameters = row_parameters(c->cell->row);
    struct figures f = figures_of(c);
    snprintf(name, sizeof name, "%s%s", c->cell->row->program, parameters);
    memory_free(parameters);
    printf("%-24s %-8s", name, measured_column(c->cell));
    if (c->fine)
        printf(" %9" PRIu64 " %9.2f %7.2f %8.1f %8.0f %7.2f %7.2f %8" PRIu64,
               c->outcome.complete + c->outcome.blocked, f.us,
               ratio(f.us, c->first_us), f.steps, f.ns, ratio(f.us, f.bare_us),
               ratio(f.ns, f.bare_ns), c->outcome.peak_kib);
    else
        printf(" not as expected: %s", c->outcome.why);
    print_peers(c, a, "  %8.1f x%6.1f", stdout);
    printf("\n");
    fflush(stdout);
}

static void markdown_table(const struct costs *costs,
                           const struct paper_table *table,
                           const struct asked *a, FILE *out) {
    fprintf(out,
            "\n## %s\n\n%s\n\n| program | search | executions | µs each | × "
            "first search | new steps each | ns a step | × bare run | × bare "
            "step | KiB | wanted "
            "|",
            table->title, table->paper);
    for (size_t p = 0; p < peer_count(); p++)
        if (peer_is_there(&a->peers, p))
            fprintf(out, " %s, µs | × ours |", peer_name(p));
    fprintf(out, "\n|---|---|---|---|---|---|---|---|---|---|---|");
    for (size_t p = 0; p < peer_count(); p++)
        if (peer_is_there(&a->peers, p))
            fprintf(out, "---|---|");
    fprintf(out, "\n");
    for (size_t i = 0; i < costs->count; i++) {
        const struct cost *c = &costs->at[i];
        if (c->cell->table != table)
            continue;
        struct figures f = figures_of(c);
        char *parameters = row_parameters(c->cell->row);
        fprintf(out,
                "| %s%s | %s | %" PRIu64
                " | %.2f | %.2f | %.1f | %.0f | %.2f | %.2f | %" PRIu64
                " | %s |",
                c->cell->row->program, parameters, measured_column(c->cell),
                c->outcome.complete + c->outcome.blocked, f.us,
                ratio(f.us, c->first_us), f.steps, f.ns, ratio(f.us, f.bare_us),
                ratio(f.ns, f.bare_ns), c->outcome.peak_kib,
                c->cell->row->note ? c->cell->row->note : "");
        memory_free(parameters);
        print_peers(c, a, " %.1f | %.1f |", out);
        fprintf(out, "\n");
    }
}

static void markdown(const struct measurements *all, const struct costs *costs,
                     const struct asked *a, const char *where, FILE *out) {
    fprintf(
        out,
        "# What a search costs\n\n"
        "Written by `make speed` (`bench/README.md`). Machine and date: "
        "%s.\nProcessor time, the best of %d rounds in which all searches "
        "take turns. *Bare* is the same\nprogram's first execution on the "
        "same machine of fibers, to its end and back to the start,\nwithout "
        "a search: no trace, no clocks, no races, no choices. *× bare run* "
        "compares whole\nexecutions; it may be below 1, because a search "
        "makes only the steps that are new. *× bare\nstep* compares steps. "
        "KiB is the peak of the process.\n",
        where, a->rounds);
    for (size_t t = 0; t < all->tables.count; t++)
        for (size_t i = 0; i < costs->count; i++)
            if (costs->at[i].cell->table == &all->tables.at[t]) {
                markdown_table(costs, &all->tables.at[t], a, out);
                break;
            }
}

static cJSON *json_cost(const struct cost *c, const struct asked *a) {
    cJSON *o = cJSON_CreateObject();
    char *parameters = row_parameters(c->cell->row);
    struct figures f = figures_of(c);
    json_text(o, "table", c->cell->table->name);
    json_text(o, "program", c->cell->row->program);
    json_text(o, "parameters", parameters);
    json_text(o, "column", measured_column(c->cell));
    json_integer(o, "executions", c->outcome.complete + c->outcome.blocked);
    json_decimal(o, "us_an_execution", f.us);
    json_decimal(o, "steps_an_execution", f.steps);
    json_decimal(o, "ns_a_step", f.ns);
    json_decimal(o, "bare_us_an_execution", f.bare_us);
    json_decimal(o, "bare_steps_an_execution", f.bare_steps);
    json_integer(o, "peak_kib", c->outcome.peak_kib);
    for (size_t p = 0; p < peer_count(); p++)
        if (peer_is_there(&a->peers, p) && c->peer[p].finished &&
            c->peer[p].executions)
            json_decimal(o, peer_name(p),
                         1e6 * c->peer[p].cpu_seconds /
                             (double)c->peer[p].executions);
    memory_free(parameters);
    return o;
}

static bool write_files(const struct asked *a, const struct measurements *all,
                        const struct costs *costs) {
    char where[256];
    bool fine = true;
    machine_info(where, sizeof where);
    if (a->json) {
        cJSON *root = cJSON_CreateObject();
        json_text(root, "machine", where);
        cJSON *list = cJSON_AddArrayToObject(root, "costs");
        for (size_t i = 0; i < costs->count; i++)
            cJSON_AddItemToArray(list, json_cost(&costs->at[i], a));
        char *text = json_print(root);
        fine &= file_write(a->json, text, strlen(text));
        memory_free(text);
    }
    if (a->markdown) {
        FILE *out = fopen(a->markdown, "w");
        if (out)
            markdown(all, costs, a, where, out);
        fine &= out && fclose(out) == 0;
    }
    if (!fine)
        fprintf(stderr, "bench-speed: cannot write: %s\n", strerror(errno));
    return fine;
}

// ------------------------------------------------------------------ main

static bool read_argument(struct asked *a, const char *word) {
    const char *value;
    if (strcmp(word, "--instructions") == 0)
        a->instructions = true;
    else if ((value = argument_value(word, "--instructions="))) {
        a->instructions = true;
        a->instructions_file = value;
    } else if ((value = argument_value(word, "--against=")))
        a->against = value;
    else if ((value = argument_value(word, "--only=")))
        a->how.only = value;
    else if ((value = argument_value(word, "--json=")))
        a->json = value;
    else if ((value = argument_value(word, "--markdown=")))
        a->markdown = value;
    else if ((value = argument_value(word, "--rounds=")) && atoi(value) > 0)
        a->rounds = atoi(value);
    else if ((value = argument_value(word, "--timeout=")) && atof(value) > 0)
        a->how.seconds = atof(value);
    else if (!(value = argument_value(word, "--peer=")) ||
             !peers_name(&a->peers, value)) {
        char known[100];
        peers_list(known, sizeof known);
        fprintf(stderr, "bench-speed: what is %s? (peers: %s)\n", word, known);
        return false;
    }
    return true;
}

static bool read_arguments(struct asked *a, int count, char **arguments) {
    for (int i = 0; i < count; i++) {
        char joined[1024];
        const char *word = arguments[i];
        if (strcmp(word, "--peer") == 0 && i + 1 < count) {
            if (!peers_name(&a->peers, arguments[++i])) {
                snprintf(joined, sizeof joined, "--peer %s", arguments[i]);
                return read_argument(a, joined);
            }
        } else if (!read_argument(a, word)) {
            return false;
        }
    }
    return true;
}

// The cost of every cell that is asked for; the instructions' cells are not.
static int measure_all(const struct asked *a, const struct measurements *all,
                       struct workshop *shop) {
    struct costs costs = {0};
    for (size_t i = 0; i < all->cells.count; i++)
        if (measured_is_selected(&all->cells.at[i], &a->how) &&
            strcmp(all->cells.at[i].table->name, "instructions") != 0)
            vec_push(&costs,
                     (struct cost){.cell = &all->cells.at[i], .fine = true});
    if (costs.count == 0) {
        fprintf(stderr, "bench-speed: nothing selected\n");
        return NOT_MEASURED;
    }
    bool fine = true;
    print_heading(a);
    for (size_t i = 0, end; i < costs.count; i = end) {
        for (end = i; end < costs.count &&
                      costs.at[end].cell->row == costs.at[i].cell->row;)
            end++;
        measure_row(&costs.at[i], end - i, a, shop);
        for (size_t j = i; j < end; j++) {
            print_cost(&costs.at[j], a);
            fine &= costs.at[j].fine;
        }
    }
    bool written = write_files(a, all, &costs);
    vec_free(&costs);
    return !written ? NOT_MEASURED : fine ? 0 : 1;
}

int main(int argc, char **argv) {
    struct asked a = {.how = {.seconds = SECONDS, .mib = MEMORY_MIB},
                      .rounds = ROUNDS,
                      .peers = peers_on_path()};
    struct measurements all;
    struct workshop shop;
    char error[400];
    int code = NOT_MEASURED;
    if (!read_arguments(&a, argc - 1, argv + 1))
        return NOT_MEASURED;
    if (a.instructions && !a.how.only)
        a.how.only = "instructions";
    if (!measurements_open(&all, BENCH "/speed", error, sizeof error)) {
        fprintf(stderr, "bench-speed: %s\n", error);
    } else if (!workshop_open(&shop, MAZURKA, BENCH "/programs")) {
        fprintf(stderr, "bench-speed: no folder for what is built\n");
    } else {
        code = a.instructions ? instructions_run(&all, &a.how, &shop,
                                                 a.instructions_file, a.against)
                              : measure_all(&a, &all, &shop);
        workshop_close(&shop);
    }
    measurements_close(&all);
    return code;
}
