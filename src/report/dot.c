// SPDX-License-Identifier: Apache-2.0

#include "report/dot.h"

#include "base/fault.h"
#include "report/executions.h"
#include "report/formats.h"
#include "report/json.h"
#include "report/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NO_NODE = 0 }; // the root is nobody's child

struct node {
    struct step step; // that leads here
    uint32_t child, sibling;
    char *label; // of the edge that leads here; NULL for the root
    bool leaf;
    enum ending ending;
    uint64_t execution;
    char *finding;
};

struct dot {
    VEC(struct node) nodes;
    uint64_t left_out;
};

struct dot *dot_new(void) {
    struct dot *dot = memory_new(1, sizeof *dot);
    vec_push(&dot->nodes, (struct node){0});
    return dot;
}

void dot_free(struct dot *dot) {
    if (!dot)
        return;
    for (size_t i = 0; i < dot->nodes.count; i++) {
        memory_free(dot->nodes.at[i].label);
        memory_free(dot->nodes.at[i].finding);
    }
    vec_free(&dot->nodes);
    memory_free(dot);
}

uint64_t dot_left_out(const struct dot *dot) {
    return dot->left_out;
}

// ------------------------------------------------------------------ the tree

static char *edge_label(const struct trace *trace, uint32_t at) {
    struct machine *m = trace->machine;
    const struct event *e = trace_event(trace, at);
    char what[200], text[400];
    machine_describe(m, &e->op, what, sizeof what);
    snprintf(text, sizeof text, "%s: %s\nline %u",
             trace_thread_name(trace, at), what,
             machine_place(m, e->op.site).line);
    return memory_text(text, strlen(text));
}

static uint32_t find_child(const struct dot *dot, uint32_t parent,
                           struct step step) {
    uint32_t child = dot->nodes.at[parent].child;
    for (; child != NO_NODE; child = dot->nodes.at[child].sibling) {
        const struct step *s = &dot->nodes.at[child].step;
        if (s->thread == step.thread && s->choice == step.choice)
            break;
    }
    return child;
}

static uint32_t add_child(struct dot *dot, uint32_t parent,
                          const struct trace *trace, uint32_t at) {
    uint32_t child = (uint32_t)dot->nodes.count;
    struct node node = {.step = trace->steps.at[at],
                        .label = edge_label(trace, at)};
    vec_push(&dot->nodes, node);
    // At the end of the list, so that the picture has the order of the search.
    uint32_t last = dot->nodes.at[parent].child;
    if (last == NO_NODE) {
        dot->nodes.at[parent].child = child;
        return child;
    }
    while (dot->nodes.at[last].sibling != NO_NODE)
        last = dot->nodes.at[last].sibling;
    dot->nodes.at[last].sibling = child;
    return child;
}

void dot_execution(struct dot *dot, const struct trace *trace,
                   enum ending ending, uint64_t number) {
    uint32_t node = 0;
    for (uint32_t i = 0; i < trace->length; i++) {
        uint32_t child = find_child(dot, node, trace->steps.at[i]);
        if (child == NO_NODE && dot->nodes.count == DOT_MOST_NODES) {
            dot->left_out++;
            return;
        }
        node = child != NO_NODE ? child : add_child(dot, node, trace, i);
    }
    struct node *leaf = &dot->nodes.at[node];
    leaf->leaf = true;
    leaf->ending = ending;
    leaf->execution = number;
}

void dot_finding(struct dot *dot, uint64_t number, const char *what) {
    for (size_t i = 0; i < dot->nodes.count; i++) {
        struct node *node = &dot->nodes.at[i];
        if (node->leaf && node->execution == number && !node->finding)
            node->finding = memory_text(what, strlen(what));
    }
}

// ------------------------------------------------------------------- as text

static const char *colour_of(const struct node *node) {
    static const char *const colours[ENDINGS + 1] = {
        [ENDED_ASLEEP] = "lightblue",   [ENDED_BOUNDED] = "khaki",
        [ENDED_ASSUME] = "lightgray",   [ENDED_AWAIT] = "orange",
        [ENDED_DEADLOCK] = "lightpink", [ENDED_COMPLETE] = "palegreen",
        [ENDINGS] = "tomato",
    };
    return node->finding ? "tomato" : colours[node->ending];
}

// Inside of a quoted string of DOT.
static void quoted(FILE *out, const char *text) {
    char *clean = utf8_clean(text);
    fputc('"', out);
    for (const char *c = clean; *c; c++) {
        if (*c == '\n')
            fputs("\\n", out);
        else if ((unsigned char)*c < 0x20 || *c == 0x7f)
            fputc('?', out);
        else if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else
            fputc(*c, out);
    }
    fputc('"', out);
    memory_free(clean);
}

static void print_node(FILE *out, const struct dot *dot, size_t number) {
    const struct node *node = &dot->nodes.at[number];
    if (node->leaf) {
        const char *ending = ending_text(node->ending);
        bool more = node->finding && strcmp(node->finding, ending) != 0;
        char label[200];
        snprintf(label, sizeof label, "%" PRIu64 "\n%s%s%s", node->execution,
                 ending, more ? "\n" : "", more ? node->finding : "");
        fprintf(out,
                "  s%zu [shape=box, style=filled, fillcolor=%s, label=", number,
                colour_of(node));
        quoted(out, label);
    } else {
        fprintf(out, "  s%zu [label=\"%zu\"", number, number);
    }
    fputs("];\n", out);
    for (uint32_t child = node->child; child != NO_NODE;
         child = dot->nodes.at[child].sibling) {
        fprintf(out, "  s%zu -> s%" PRIu32 " [label=", number, child);
        quoted(out, dot->nodes.at[child].label);
        fputs("];\n", out);
    }
}

char *dot_text(const struct dot *dot, const char *title) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        fault("out of memory");
    fputs("digraph exploration {\n  label=", out);
    char *heading = memory_new(strlen(title) + 100, 1);
    strcpy(heading, title);
    if (dot->left_out)
        sprintf(heading + strlen(heading),
                "\n%" PRIu64 " executions are left out: more than %d states",
                dot->left_out, DOT_MOST_NODES);
    quoted(out, heading);
    memory_free(heading);
    fputs(";\n  node [shape=circle];\n", out);
    for (size_t i = 0; i < dot->nodes.count; i++)
        print_node(out, dot, i);
    fputs("}\n", out);
    if (fclose(out) != 0)
        fault("out of memory");
    return text;
}

static cJSON *tree_node(const struct node *node, uint32_t parent) {
    cJSON *row = json_made(cJSON_CreateArray());
    cJSON_AddItemToArray(row, json_made(cJSON_CreateNumber(parent)));
    char *label = memory_text(node->label ? node->label : "",
                              node->label ? strlen(node->label) : 0);
    for (char *c = label; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    cJSON_AddItemToArray(row, json_item(label));
    cJSON_AddItemToArray(row, node->leaf
                                  ? json_item(ending_text(node->ending))
                                  : json_made(cJSON_CreateNull()));
    cJSON_AddItemToArray(
        row, json_made(cJSON_CreateNumber((double)node->execution)));
    cJSON_AddItemToArray(row, node->finding ? json_item(node->finding)
                                            : json_made(cJSON_CreateNull()));
    memory_free(label);
    return row;
}

char *dot_tree(const struct dot *dot) {
    size_t count = dot->nodes.count;
    uint64_t left_out = dot->left_out;
    uint32_t *parents = memory_new(count, sizeof *parents);
    cJSON *tree = json_made(cJSON_CreateObject());
    cJSON *nodes = json_made(cJSON_CreateArray());
    for (uint32_t i = 0; i < count; i++) {
        const struct node *node = &dot->nodes.at[i];
        for (uint32_t child = node->child; child != NO_NODE;
             child = dot->nodes.at[child].sibling)
            parents[child] = i;
        if (i < DOT_TREE_MOST_NODES)
            cJSON_AddItemToArray(nodes, tree_node(node, parents[i]));
        else
            left_out += node->leaf;
    }
    json_integer(tree, "left_out", left_out);
    cJSON_AddItemToObject(tree, "nodes", nodes);
    memory_free(parents);
    return json_print(tree);
}

char *dot_result(const struct report *r) {
    return r->graph ? memory_text(r->graph, strlen(r->graph)) : NULL;
}
