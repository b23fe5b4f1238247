#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does the comparison with the papers' tables notice what it should?
#
#   sh tests/bench/bench.sh path/to/bench-{tables,speed,plots}

tables=$1
speed=$2
plots=$3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

expect() { # exit code, text somewhere in the output, cell, options
    mkdir -p "$work/tables"
    printf 'title T\npaper P\ncolumn a --algorithm=optimal\nrow %s\n  a %s\n' \
        "${program:-readers -DN=2}" "$3" >"$work/tables/t.table"
    wanted=$1 text=$2
    shift 3
    "$tables" --tables="$work/tables" "$@" >"$work/out" 2>&1
    code=$?
    if [ $code -ne "$wanted" ] || ! grep -q -F -e "$text" "$work/out"; then
        echo "FAILED: expected $wanted and '$text', got $code and:"
        cat "$work/out"
        failed=1
    fi
}

expect 0 '1 equal' '4'
expect 0 '1 equal' '4' --only=readers
expect 0 '1 equal' '4' --only='t/readers(2)/a'
expect 0 '1 equal' '?'
expect 0 '1 differ where they may' '~5'
expect 0 '1 differ where they may' '4+~1'
expect 1 '1 different' '5'
expect 1 '1 different' '4+1'
expect 1 '1 different' '4 steps=3'
expect 3 'nothing selected' '4' --quick
expect 3 'nothing selected' '4' --only=writers
expect 3 't.table:5: a needs counts' 'x'
expect 3 'what is --fast?' '4' --fast
expect 3 'cannot write' '4' --json=/nowhere/at/all
expect 1 '1 failed' '4 --algorithm=best'
program='no-such-program' expect 1 '1 failed' '4'
program='fib-bench -DN=6' expect 0 'time limit' '2364418' --timeout=1

program=
expect 0 '1 equal' '4' --json="$work/json" --markdown="$work/markdown"
expect 0 '1 equal' '4' --known="$work/json" --mazurka=/nowhere
expect 1 '1 failed' '5' --known="$work/json" --mazurka=/nowhere
expect 3 'not the result' '4' --known="$work/markdown"
grep -q '"complete":	4' "$work/json" || failed=1
grep -q '^| readers(2) | 4 =, ' "$work/markdown" || failed=1

# Any C compiler takes the programs.
top=$(cd "$(dirname "$0")/../.." && pwd)
for program in "$top"/bench/programs/*.c; do
    cc -fsyntax-only -Wall -Wextra -I"$top/include" "$program" || failed=1
done

# The bare cost is measured, and another tool's number is found.
cat >"$work/genmc" <<'END'
#!/bin/sh
case "$*" in
"--sc --disable-estimation -- -DN=4 /"*/fib-bench.c) ;;
*) exit 1 ;;
esac
echo "Number of complete executions explored: 19605"
END
chmod +x "$work/genmc"
"$speed" --only='speed/fib-bench(4)/source' --rounds=1 --json="$work/json" \
    --peer genmc="$work/genmc" >"$work/out" 2>&1 || failed=1
grep -q '"genmc":	[0-9]' "$work/json" || failed=1
grep -q '"bare_steps_an_execution":	[1-9]' "$work/json" || failed=1
"$speed" --peer genm=x >"$work/out" 2>&1 && failed=1

# Whoever kills a measurement, by whatever signal, leaves nothing behind.
running() { # is a program that was built there
    grep -l -s -a "$work/temporary/mazurka-[b]ench-" /proc/[0-9]*/cmdline \
        >/dev/null
}
for signal in HUP TERM KILL; do
    mkdir "$work/temporary"
    TMPDIR=$work/temporary "$speed" --only='speed/fib-bench(4)/source' \
        --rounds=1000 >/dev/null 2>&1 &
    killed=$!
    tries=0
    until running || [ $((tries += 1)) -gt 200 ]; do
        sleep 0.05
    done
    [ $tries -le 200 ] || failed=1
    kill -$signal $killed
    wait $killed 2>/dev/null
    tries=0
    while { running || [ -n "$(ls "$work/temporary")" ]; } &&
        [ $((tries += 1)) -le 100 ]; do
        sleep 0.05
    done
    [ $tries -le 100 ] || { failed=1 && echo "$signal leaves something behind"; }
    rm -rf "$work/temporary"
done

# Two points of one line, and a cell that was not run.
cat >"$work/json" <<'END'
{ "machine": "m", "cells": [
  { "table": "t", "program": "p", "macros": ["-DK=1", "-DN=2"], "column": "pop",
    "judgement": "equal", "cpu_seconds": 0.01, "peak_kib": 2048 },
  { "table": "t", "program": "p", "macros": ["-DK=1", "-DN=4"], "column": "pop",
    "judgement": "equal", "cpu_seconds": 1, "peak_kib": 4096 },
  { "table": "t", "program": "p", "macros": ["-DK=1", "-DN=9"], "column": "pop",
    "judgement": "not run", "cpu_seconds": 0, "peak_kib": 0 },
  { "table": "u", "program": "q", "macros": [], "column": "pop",
    "judgement": "equal", "cpu_seconds": 1, "peak_kib": 2048 } ] }
END
"$plots" "$work/json" "$work" || failed=1
grep -q '^!\[t\](t.svg)$' "$work/README.md" || failed=1
[ "$(grep -c '<circle' "$work/t.svg")" -eq 4 ] || failed=1
[ "$(grep -c '>N</text>' "$work/t.svg")" -eq 2 ] || failed=1
[ ! -e "$work/u.svg" ] || failed=1
"$plots" "$work/out" "$work" 2>/dev/null && failed=1
[ $failed -eq 0 ] && echo "all as expected"
exit $failed
