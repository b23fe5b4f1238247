#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Several processes find what one finds: the same counts, findings and verdict,
# whatever happens in the part of one of them.
#
#   sh tests/runtime/jobs.sh path/to/mazurka

mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset MAZURKA_OPTIONS
cd "$work" || exit 1
failed=0

fail() {
    echo "jobs: $*"
    failed=1
}

# Not what differs from run to run, nor what else is wanted of it; how many
# processes there were, and steps that are only taken to go back.
essence() {
    sed -e '/"seconds"/,/}/d' -e '/"peak_kib"/d' -e '/"processes"/d' \
        -e '/"jobs"/d' -e '/"json"/d' -e '/"replayed"/d' ${2:+-e "$2"} "$1"
}

search() { # file for the result, options
    result=$1
    shift
    MAZURKA_OPTIONS="--json=$result $*" ./program >"$result.out" 2>"$result.err"
    echo "exit $?" >>"$result"
    tail -n 1 "$result.out" >>"$result"
}

# Flags; options; what else to leave out. One process, then several, until they
# are several.
compare() {
    "$mazurka" cc "$here/jobs.c" outside.o -o program $1 2>cc.err || {
        cat cc.err
        exit 1
    }
    search one.json --jobs=1 $2
    for jobs in 2 5; do
        for try in 1 2 3 4 5; do
            search more.json --jobs=$jobs $2
            essence one.json "$3" >one
            essence more.json "$3" >more
            cmp -s one more || {
                fail "$1 $2: --jobs=$jobs differs"
                diff one more
            }
            grep -q '"processes":[[:space:]]*1,' more.json || break
        done
        [ "$try" -lt 5 ] || fail "$1 $2: --jobs=$jobs is one process"
    done
}

cc -c "$here/jobs_outside.c" -o outside.o || exit 1
compare "" ""
compare "-DFAIL=4" ""   # a finding, late
compare "-DFAIL_TOO" -k # several, in parts of their own
compare "-DMEET" ""     # all begins again, late
# The program ends its process, which then cannot tell all numbers.
compare "-DLEAVE=3" "" '/"races_reversed"/d'
grep -q 'ended its process' one || fail "the program has not ended its process"

# What cannot be divided says so.
"$mazurka" cc "$here/jobs.c" outside.o -o program -DN=4 || exit 1
search optimal.json --jobs=2 --algorithm=optimal
grep -q 'one process has searched: --algorithm=optimal' optimal.json.err ||
    fail "nobody says that optimal is not divided"
search few.json --jobs=2 --max-executions=3
grep -q 'one process has searched: --max-executions' few.json.err ||
    fail "nobody says that --max-executions is for one process"

exit $failed
