// SPDX-License-Identifier: Apache-2.0
// Flow graphs, dominators and loops, on small functions written as text.

#include "cc/flow/natural_loops.h"

#include <llvm-c/IRReader.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct graph {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMValueRef function;
    struct natural_loops loops;
};

// The body of void f(i1 %c), with named blocks.
static void graph_open(struct graph *graph, const char *body) {
    char text[4096];
    snprintf(text, sizeof text, "define void @f(i1 %%c, i32 %%n) {\n%s}\n",
             body);
    graph->context = LLVMContextCreate();
    char *message = NULL;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "f");
    assert_false(
        LLVMParseIRInContext(graph->context, buffer, &graph->module, &message));
    graph->function = LLVMGetNamedFunction(graph->module, "f");
    natural_loops_open(&graph->loops, graph->function);
}

static void graph_close(struct graph *graph) {
    natural_loops_close(&graph->loops);
    LLVMDisposeModule(graph->module);
    LLVMContextDispose(graph->context);
}

// The number of a block, by its name.
static int at(const struct graph *graph, const char *name) {
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(graph->function);
         block; block = LLVMGetNextBasicBlock(block))
        if (!strcmp(LLVMGetBasicBlockName(block), name))
            return flow_number(&graph->loops.flow, block);
    fail_msg("no block %s", name);
    return FLOW_NONE;
}

static bool dominates(const struct graph *graph, const char *above,
                      const char *below) {
    return dominators_dominates(&graph->loops.dominators, at(graph, above),
                                at(graph, below));
}

static void assert_parent(const struct graph *graph, const char *below,
                          const char *above) {
    assert_int_equal(graph->loops.dominators.parent[at(graph, below)],
                     at(graph, above));
}

static void one_block(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: ret void\n");
    assert_int_equal(g.loops.flow.count, 1);
    assert_int_equal(g.loops.dominators.parent[0], FLOW_NONE);
    assert_true(dominates(&g, "a", "a"));
    assert_int_equal(g.loops.count, 0);
    graph_close(&g);
}

static void diamond(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br i1 %c, label %b, label %d\n"
                   "b: br label %e\n"
                   "d: br label %e\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.flow.count, 4);
    assert_parent(&g, "b", "a");
    assert_parent(&g, "d", "a");
    assert_parent(&g, "e", "a");
    assert_false(dominates(&g, "b", "e"));
    assert_true(dominates(&g, "a", "e"));
    assert_int_equal(
        dominators_common(&g.loops.dominators, at(&g, "b"), at(&g, "d")),
        at(&g, "a"));
    graph_close(&g);
}

static void unreachable_block(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %e\n"
                   "lost: br label %e\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.flow.count, 2);
    assert_int_equal(at(&g, "lost"), FLOW_NONE);
    assert_parent(&g, "e", "a");
    assert_int_equal(g.loops.flow.blocks[at(&g, "e")].predecessors.count, 1);
    graph_close(&g);
}

static void double_edge(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: switch i32 %n, label %b [ i32 1, label %b\n"
                   "                              i32 2, label %b ]\n"
                   "b: ret void\n");
    assert_int_equal(g.loops.flow.blocks[0].successors.count, 1);
    assert_int_equal(g.loops.flow.blocks[1].predecessors.count, 1);
    graph_close(&g);
}

static void while_loop(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %h\n"
                   "h: br i1 %c, label %b, label %e\n"
                   "b: br label %h\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 1);
    const struct loop *loop = &g.loops.at[0];
    assert_int_equal(loop->header, at(&g, "h"));
    assert_int_equal(loop->latches.count, 1);
    assert_int_equal(loop->latches.at[0], at(&g, "b"));
    assert_int_equal(loop->blocks.count, 2);
    assert_true(loop_contains(loop, at(&g, "b")));
    assert_false(loop_contains(loop, at(&g, "e")));
    assert_int_equal(loop->exits.count, 1);
    assert_int_equal(loop->exits.at[0].from, at(&g, "h"));
    assert_int_equal(loop->exits.at[0].to, at(&g, "e"));
    assert_int_equal(loop->parent, FLOW_NONE);
    assert_int_equal(loop->depth, 1);
    assert_int_equal(g.loops.innermost[at(&g, "a")], FLOW_NONE);
    assert_int_equal(g.loops.innermost[at(&g, "b")], 0);
    graph_close(&g);
}

static void self_loop(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %h\n"
                   "h: br i1 %c, label %h, label %e\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 1);
    assert_int_equal(g.loops.at[0].blocks.count, 1);
    assert_int_equal(g.loops.at[0].latches.at[0], g.loops.at[0].header);
    graph_close(&g);
}

static void endless_loop(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %h\n"
                   "h: br label %b\n"
                   "b: br label %h\n");
    assert_int_equal(g.loops.count, 1);
    assert_int_equal(g.loops.at[0].exits.count, 0);
    graph_close(&g);
}

static void nested_loops(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %outer\n"
                   "outer: br i1 %c, label %inner, label %e\n"
                   "inner: br i1 %c, label %body, label %next\n"
                   "body: br label %inner\n"
                   "next: br label %outer\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 2);
    const struct loop *outer = &g.loops.at[0], *inner = &g.loops.at[1];
    assert_int_equal(outer->header, at(&g, "outer"));
    assert_int_equal(inner->header, at(&g, "inner"));
    assert_int_equal(inner->parent, 0);
    assert_int_equal(inner->depth, 2);
    assert_int_equal(outer->blocks.count, 4);
    assert_int_equal(inner->blocks.count, 2);
    assert_int_equal(g.loops.innermost[at(&g, "body")], 1);
    assert_int_equal(g.loops.innermost[at(&g, "next")], 0);
    graph_close(&g);
}

static void two_latches(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %h\n"
                   "h: br i1 %c, label %x, label %y\n"
                   "x: br i1 %c, label %h, label %e\n"
                   "y: br label %h\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 1);
    const struct loop *loop = &g.loops.at[0];
    assert_int_equal(loop->latches.count, 2);
    assert_int_equal(loop->blocks.count, 3);
    assert_true(loop_always_passes(loop, at(&g, "h")));
    assert_false(loop_always_passes(loop, at(&g, "x")));
    assert_false(loop_always_passes(loop, at(&g, "a")));
    graph_close(&g);
}

static void sequence_of_loops(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %h\n"
                   "h: br i1 %c, label %h, label %k\n"
                   "k: br i1 %c, label %k, label %e\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 2);
    assert_int_equal(g.loops.at[1].parent, FLOW_NONE);
    assert_int_equal(g.loops.at[1].depth, 1);
    graph_close(&g);
}

static void two_entries(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br i1 %c, label %x, label %y\n"
                   "x: br label %y\n"
                   "y: br i1 %c, label %x, label %e\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 0);
    assert_int_equal(g.loops.irregular.count, 1);
    assert_parent(&g, "x", "a");
    assert_parent(&g, "y", "a");
    graph_close(&g);
}

static void irregular_inside_loop(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br label %h\n"
                   "h: br i1 %c, label %x, label %y\n"
                   "x: br label %y\n"
                   "y: br i1 %c, label %x, label %z\n"
                   "z: br i1 %c, label %h, label %e\n"
                   "e: ret void\n");
    assert_int_equal(g.loops.count, 1);
    assert_int_equal(g.loops.at[0].blocks.count, 4);
    assert_int_equal(g.loops.irregular.count, 1);
    assert_true(loop_always_passes(&g.loops.at[0], at(&g, "y")));
    graph_close(&g);
}

static void deep_chain(void **state) {
    (void)state;
    struct graph g;
    graph_open(&g, "a: br i1 %c, label %b, label %g\n"
                   "b: br label %d\n"
                   "d: br i1 %c, label %e, label %f\n"
                   "e: br label %f\n"
                   "f: br i1 %c, label %b, label %g\n"
                   "g: ret void\n");
    assert_parent(&g, "g", "a");
    assert_parent(&g, "f", "d");
    assert_int_equal(g.loops.dominators.depth[at(&g, "f")], 3);
    assert_int_equal(g.loops.count, 1);
    assert_int_equal(g.loops.at[0].header, at(&g, "b"));
    assert_true(loop_always_passes(&g.loops.at[0], at(&g, "d")));
    assert_false(loop_always_passes(&g.loops.at[0], at(&g, "e")));
    graph_close(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_block),
        cmocka_unit_test(diamond),
        cmocka_unit_test(unreachable_block),
        cmocka_unit_test(double_edge),
        cmocka_unit_test(while_loop),
        cmocka_unit_test(self_loop),
        cmocka_unit_test(endless_loop),
        cmocka_unit_test(nested_loops),
        cmocka_unit_test(two_latches),
        cmocka_unit_test(sequence_of_loops),
        cmocka_unit_test(two_entries),
        cmocka_unit_test(irregular_inside_loop),
        cmocka_unit_test(deep_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
