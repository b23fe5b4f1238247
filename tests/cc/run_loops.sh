#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compare what --explain-loops says of a file with the comments in it:
#
#   // flags: --loops=assume    more flags for the compiler
#   // explain: f: …            a line of the output, in order: of a loop without
#                               its place; of an assumption with how many lines
#                               below the loop's first it stands
#
# run_loops.sh COMPILER CASE.c
set -u
compiler=$1 case=$2
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$(dirname "$case")" || exit 1
name=$(basename "$case")
flags=$(sed -n 's|^// flags: ||p' "$name")
sed -n 's|^ *// explain: *||p' "$name" >"$here/expected"
# shellcheck disable=SC2086
"$compiler" -w $flags --explain-loops "$name" >"$here/all" || exit 1
awk '/^    line/ { n = $2 - line; sub(/^    line [0-9]*/, "+" n) }
    /^[a-z_]*\.c:/ { split($0, place, ":"); line = place[2];
                     sub(/^[^:]*:[0-9]*: /, "") }
    { print }' "$here/all" >"$here/found"
diff -u "$here/expected" "$here/found"
