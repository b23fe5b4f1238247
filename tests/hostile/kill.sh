#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Kills at random moments: SIGKILL to a process of the program, SIGTERM to the tool.
# The exit code is always one of ours and fits the last line, and the JSON is valid.
#
#   sh tests/hostile/kill.sh path/to/mazurka [COUNT [SEED]]

[ -x "${1:-}" ] || {
    echo "usage: sh tests/hostile/kill.sh path/to/mazurka [COUNT [SEED]]"
    exit 1
}
HOSTILE=$(cd "$(dirname "$0")" && pwd)
MAZURKA=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
count=${2:-40}
seed=${3:-1}
WORK=$(mktemp -d) || exit 1
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' INT TERM
JOB=$WORK/kill
TMPDIR=$WORK/tmp
export TMPDIR
mkdir "$TMPDIR" "$WORK/here"
cd "$WORK/here" || exit 1
# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"
${CC:-gcc} -O1 "$HOSTILE/json_valid.c" -o "$WORK/json-valid" -lcjson || exit 1
{
    echo '#include <assert.h>'
    sed 's/    pthread_join(a, NULL);/    assert(x == 100);\n&/' huge.c
} >found.c
for program in huge found small; do
    "$MAZURKA" cc -g $program.c -o $program || exit 1
done

draw() { # below this: $drawn
    seed=$(((seed % 2147483648 * 1103515245 + 12345) % 2147483648))
    drawn=$((seed / 65536 % $1))
}

# A process that the tool has started, the youngest; or nothing.
child_of() { # process
    found=
    for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
        found=$child
    done
    echo "$found"
}

choose_moment() { # from 0 to 0.3 s, often early: $moment
    draw 300
    ms=$drawn
    draw 3
    [ "$drawn" -ne 0 ] || ms=$((ms / 10))
    moment=$(printf '0.%03d' "$ms")
}

killed() { # title, codes, who: tool or program, command…
    title=$1
    codes=$2
    who=$3
    shift 3
    rm -f result.json
    : >out
    choose_moment
    timeout -k 1 20 "$@" >out 2>err </dev/null &
    outer=$!
    sleep "$moment"
    tool=$(child_of $outer)
    while [ -z "$tool" ] && kill -0 $outer 2>/dev/null; do
        tool=$(child_of $outer) # on a machine with much to do
    done
    if [ "$who" = tool ]; then
        [ -z "$tool" ] || kill -TERM "$tool" 2>/dev/null
    else
        program=$(child_of "${tool:-0}")
        [ -z "$program" ] || kill -KILL "$program" 2>/dev/null
        sleep 0.3 # if it came too early, it is not waited for
        tool=$(child_of $outer)
        [ -z "$tool" ] || kill -TERM "$tool" 2>/dev/null
    fi
    wait $outer 2>/dev/null # of whom the shell says that it was ended
    code=$?
    # Before main nobody can have asked for a signal.
    if [ $code -eq 143 ] && [ ! -s out ] && [ ! -s err ]; then
        early=$((early + 1))
        return
    fi
    ended "$title" $code "$codes"
    alive=$(left_alive "$PWD")
    [ -z "$alive" ] || failed "$title" "no process lives on" "$alive"
}

round=0
early=0
while [ $round -lt "$count" ]; do
    round=$((round + 1))
    title="kill $round"
    case $((round % 6)) in
    0) killed "$title, the program, searching" 2 program \
        "$MAZURKA" run --json=result.json ./huge ;;
    1) killed "$title, the tool, searching" 2 tool \
        "$MAZURKA" run --json=result.json ./huge ;;
    2) killed "$title, the program, found" "1 2" program \
        "$MAZURKA" run -k --json=result.json ./found ;;
    3) killed "$title, the tool, found" "1 2" tool \
        "$MAZURKA" run -k --json=result.json ./found ;;
    4) killed "$title, the tool, compiling or searching" 2 tool \
        "$MAZURKA" check --json=result.json huge.c ;;
    5) killed "$title, the program, by itself" 2 program \
        env MAZURKA_OPTIONS=--json=result.json ./huge ;;
    esac
done
cat "$JOB.failures" 2>/dev/null
passed=$(cat "$JOB.passed" 2>/dev/null | wc -l)
failed=$(cat "$JOB.failed" 2>/dev/null | wc -l)
[ $early -eq 0 ] || echo "$early came before the tool had begun"
echo "$((passed)) passed, $((failed)) failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
