#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Leaving out pure iterations loses nothing and makes nothing up: random programs
# with loops that wait (tests/cc/twins.c) reach the same failed assertions and final
# states with --loops=off and a bound, --loops=assume and --loops=await.
#
#   sh tests/cc/twins.sh path/to/mazurka path/to/twins [SEED [COUNT]]
set -u
mazurka=$1 twins=$2 seed=${3:-1} count=${4:-60}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset MAZURKA_OPTIONS
"$twins" "$seed" "$count" >"$work/twins.c" || exit 1
for loops in off assume await; do
    "$mazurka" cc -w --loops=$loops "$work/twins.c" -o "$work/$loops" || exit 1
done

states() { # loops, program, options: the findings that are not about waiting
    # shellcheck disable=SC2086
    "$mazurka" run --color=never --keep-going --trace=/dev/null --unroll=7 $3 \
        --json="$work/json" "$work/$1" -- "$2" >"$work/out" 2>&1
    python3 -c 'import json, sys
for f in json.load(open(sys.argv[1]))["findings"]:
    if f["kind"] not in ("livelock", "deadlock"):
        print(f["kind"], f["file"], f["line"])' "$work/json" | sort -u
}

# How many there were, of all kinds; the first such object of the result.
executions() {
    sed -n '/"executions"/,/}/p' "$work/json" | sed '/}/q' |
        tr -dc '0-9\n' | awk '{ sum += $1 } END { print sum + 0 }'
}

most=30000
compared=0 skipped=0 failed=0 waits=0
program=0
while [ $program -lt "$count" ]; do
    states off $program --max-executions=$most >"$work/off.states"
    if [ "$(executions)" -ge $most ]; then
        skipped=$((skipped + 1))
    else
        for options in 'assume' 'await' 'await --algorithm=source' \
            'await --independent-adds=off' 'await --dynamic-loops=on'; do
            states "${options%% *}" $program "${options#"${options%% *}"}" \
                >"$work/states"
            compared=$((compared + 1))
            [ -s "$work/states" ] && waits=$((waits + 1))
            if ! cmp -s "$work/off.states" "$work/states"; then
                failed=$((failed + 1))
                echo "seed $seed, program $program, $options:"
                diff "$work/off.states" "$work/states"
            fi
        done
    fi
    program=$((program + 1))
done
echo "$compared compared, $waits with states, $skipped too large, $failed failed"
[ $failed -eq 0 ] && [ $waits -gt "$count" ]
