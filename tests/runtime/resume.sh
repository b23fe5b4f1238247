#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A search that is killed again and again, and goes on from its checkpoint each
# time, comes to the counts and findings of one that is left alone.
#
#   sh tests/runtime/resume.sh path/to/mazurka [KILLS]

mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
kills=${2:-6}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset MAZURKA_OPTIONS
cd "$work" || exit 1
failed=0

fail() {
    echo "resume: $*"
    failed=1
}

search() { # options: the last line
    MAZURKA_OPTIONS="$* --quiet --trace=t.json" timeout -k 5 60 ./program \
        2>err | tail -n 1
}

expect() { # what, a line, another one
    [ "$2" = "$3" ] || fail "$1: '$3' instead of '$2'"
}

build() {
    "$mazurka" cc "$here/jobs.c" outside.o -o program "$@" || exit 1
}

cc -c "$here/jobs_outside.c" -o outside.o || exit 1
build -DFAIL_TOO
whole=$(search -k --json=whole.json)
rm -f kept
for i in $(seq "$kills"); do
    options="-k --jobs=$((i % 3 + 1)) --checkpoint=kept --checkpoint-every=0.01"
    [ ! -f kept ] || options="$options --resume=kept"
    MAZURKA_OPTIONS="$options --quiet --trace=t.json" \
        timeout -s KILL "0.1$((i * 7 % 10))" ./program >/dev/null 2>&1
done
[ -f kept ] || fail "nothing was kept"
# The order is another one, and so is the execution in which each was found.
rest=$(search -k --jobs=2 --resume=kept --json=rest.json)
expect "killed" "${whole% after*}" "${rest% after*}"
counts() {
    sed -n -e '/"executions":.*{/,/}/p' -e '/"message"/p' "$1"
}
counts whole.json >whole
counts rest.json >rest
cmp -s whole rest || {
    fail "other counts or findings"
    diff whole rest
}

# At the end of a search that is not finished: by time, by number, by a signal.
build -DN=9
search --timeout=0.2 --jobs=2 --checkpoint=kept >first
grep -q 'incomplete: time limit' first || fail "it was finished: $(cat first)"
search --resume=kept --checkpoint=kept --max-executions=5000 >second
grep -q 'incomplete: execution limit' second || fail "$(cat second)"
MAZURKA_OPTIONS="--resume=kept --checkpoint=kept --jobs=2 --quiet" \
    timeout -s INT 0.5 ./program >third 2>err
grep -q 'incomplete: interrupt' third || fail "$(cat third)"
after() {
    sed 's/.*after \([0-9]*\) executions/\1/' "$1"
}
[ "$(after first)" -lt "$(after second)" ] &&
    [ "$(after second)" -lt "$(after third)" ] ||
    fail "what came before is not counted: $(after first), $(after second)"
expect "to the end" "mazurka: safe: 362880 executions" \
    "$(search --resume=kept --jobs=3)"

# What was made for something else is refused.
refused() { # what is said, options
    said=$1
    shift
    MAZURKA_OPTIONS="$* --quiet" ./program >out 2>err
    code=$?
    [ $code -eq 3 ] && grep -q "^mazurka: not checked: .*$said" out ||
        fail "$*: exit code $code, $(tail -n 1 out)"
}
refused 'other options' --resume=kept --races=interleave
head -c 900 kept >short
refused 'is damaged' --resume=short
refused 'no checkpoint' --resume=err
refused 'cannot be divided' --resume=kept --algorithm=optimal
build -DN=7
refused 'another build' --resume=kept

exit $failed
