#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compile one case with the compiler and the stub runtime, at three levels of
# optimisation, and compare what it says with the comments in it:
#
#   // flags: -std=c17        more flags for the compiler
#   // run: --sites           arguments of the program
#   // expect: write 4 1 x    a line of its output, in order
#
# run_case.sh COMPILER RUNTIME CASE.c
set -u
compiler=$1 case=$3
export MAZURKA_RUNTIME="$2"
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$(dirname "$case")" || exit 1
name=$(basename "$case")
flags=$(sed -n 's|^// flags: ||p' "$name")
run=$(sed -n 's|^// run: ||p' "$name")
sed -n 's|^// expect: *||p' "$name" >"$here/expected"
for level in -O0 -O1 -O2; do
    # shellcheck disable=SC2086
    "$compiler" $level -w $flags "$name" -o "$here/program" || exit 1
    # shellcheck disable=SC2086
    "$here/program" $run | sed "s/ *$//" >"$here/found"
    if ! diff -u "$here/expected" "$here/found"; then
        echo "$name: differs at $level"
        exit 1
    fi
done
