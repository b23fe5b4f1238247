#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What takes too long for every test run, in a release build: many hours.
#
#   sh tests/nightly.sh BUILD [SEED]
#
# Other programs every day, unless there is a seed; what fails is said with its own.
# GENERATED, KILLS, REPLAYS and PROGRAMS say how many there are of each.

build=${1:?usage: sh tests/nightly.sh BUILD [SEED]}
seed=${2:-$(date +%y%m%d)00000}
here=$(dirname "$0")
mazurka=$build/mazurka
failed=

part() { # title, command…
    title=$1
    shift
    echo "== $title"
    "$@" || failed="$failed$title; "
}

export SLOWER="${SLOWER:-2}"
part "hostile programs" sh "$here/hostile/run.sh" "$mazurka" programs
part "hostile acts" sh "$here/hostile/run.sh" "$mazurka" acts
part "files, disks, signals" env ROUNDS=10 sh "$here/hostile/run.sh" "$mazurka" cases
part "every kind of finding, replayed" env REPLAYS="${REPLAYS:-100}" \
    sh "$here/hostile/run.sh" "$mazurka" kinds_of_findings.c
part "kills" sh "$here/hostile/kill.sh" "$mazurka" "${KILLS:-1000}" "$seed"
part "generated hostile programs, from seed $seed" \
    sh "$here/hostile/generated.sh" "$mazurka" "${GENERATED:-10000}" "$seed"
part "random programs against an interpreter, from seed $seed" \
    "$build/tests/differential/differential" --mazurka="$mazurka" \
    --source="$here/differential" --seconds=20 --seed="$seed" \
    --count="${PROGRAMS:-5000}"
[ -z "$failed" ] || {
    echo "FAILED: $failed"
    exit 1
}
