#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A search that is split into units, each run by itself, comes to the counts and
# findings of one that is not.
#
#   sh tests/runtime/split.sh path/to/mazurka

mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset MAZURKA_OPTIONS
cd "$work" || exit 1
failed=0

fail() {
    echo "split: $*"
    failed=1
}

run_unit() { # which
    timeout -k 5 60 "$mazurka" run --quiet $options --unit="units/$1" ./program \
        --trace=t.json >>"$1.out" 2>>"$1.err"
    echo $? >>"$1.code"
}

merged() { # what is expected, with which exit code
    "$mazurka" merge units >merged 2>merged.err
    code=$?
    [ "$code" -eq "$2" ] && tail -n 1 merged | grep -q "^mazurka: $1\$" ||
        fail "exit code $code, $(tail -n 1 merged), instead of $1"
}

split() { # flags; options
    options=$2
    rm -rf units ./*.code ./*.out
    "$mazurka" cc "$here/jobs.c" outside.o -o program $1 || exit 1
    "$mazurka" split --into=7 --quiet $options ./program -o units >out ||
        fail "$1: $(cat out)"
    grep -q '^mazurka: split: [5-7] units in units$' out || fail "$(cat out)"
}

cc -c "$here/jobs_outside.c" -o outside.o || exit 1
split -DN=8 ""
for unit in units/unit-??????; do
    [ "$unit" = units/unit-000002 ] || run_unit "${unit#units/}"
done
merged 'incomplete: 1 of [5-7] units are missing (unit-000002) after [0-9]* executions' 2
options=--timeout=0.001 run_unit unit-000002 # goes on where it was
options=
run_unit unit-000002
grep -q 'incomplete: unit 2 of [5-7] is done after' unit-000002.out ||
    fail "one unit says $(tail -n 1 unit-000002.out)"
merged 'safe: 40320 executions' 0
cp units/unit-000001.done other
split -DN=7 ""
cp other units/unit-000001.done
"$mazurka" merge units >out 2>err && fail "a unit of another program is merged"
grep -q 'belongs to another search' err || fail "$(cat err)"

split "-DFAIL_TOO" -k
for unit in units/unit-??????; do
    run_unit "${unit#units/}"
done
merged 'unsafe: assertion at .*jobs.c:[0-9]* after [0-9]* executions' 1
[ "$(grep -c '^assertion at' merged)" -eq 3 ] || fail "other findings: $(cat merged)"

# What cannot be divided is refused.
"$mazurka" split --into=3 ./program --algorithm=optimal -o units >out 2>err &&
    fail "optimal is split"
grep -q 'cannot be divided' out || fail "$(cat out)"

exit $failed
