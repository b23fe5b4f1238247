#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Random hostile programs: no hang, no exit code 4, no lost report, valid JSON.
#
#   sh tests/hostile/generated.sh path/to/mazurka [COUNT [FIRST-SEED]]
#
# What fails is said with its seed: generate SEED prints the program again.

[ -x "${1:-}" ] || {
    echo "usage: sh tests/hostile/generated.sh path/to/mazurka [COUNT [FIRST-SEED]]"
    exit 1
}
here=$(cd "$(dirname "$0")" && pwd)
mazurka=$1
count=${2:-300}
first=${3:-1}
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
${CC:-gcc} -O1 "$here/generate.c" -o "$folder/generate" || exit 1
seed=$first
end=$((first + count))
mkdir "$folder/programs"
while [ "$seed" -lt "$end" ]; do
    rm -f "$folder"/programs/*
    batch=0
    while [ "$seed" -lt "$end" ] && [ $batch -lt 40 ]; do
        "$folder/generate" "$seed" >"$folder/programs/seed_$seed.c"
        seed=$((seed + 1))
        batch=$((batch + 1))
    done
    ONCE=yes PROGRAMS=$folder/programs sh "$here/run.sh" "$mazurka" >"$folder/log"
    sed '$d' "$folder/log"
    tail -n 1 "$folder/log" >>"$folder/counts"
done
awk '{ passed += $1; failed += $3 }
     END { print passed + 0 " passed, " failed + 0 " failed"
           exit failed > 0 || passed == 0 }' "$folder/counts"
