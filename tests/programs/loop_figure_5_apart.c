// SPDX-License-Identifier: Apache-2.0
// Figure 5 of "Awaiting for Godot", with the additions told apart: 8.
// check -k --stats --independent-adds=off => unsafe: livelock at loop_figure_5.c:19 after N executions
// says complete executions                2
// says waiting at an await                6

#include "loop_figure_5.c"
