#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How good estimates are: of each program of POP's Table 1, what is said after one
# execution in a hundred, compared with what the search turns out to be.
#
#   sh bench/estimates.sh path/to/mazurka [SEED]
#
# Prints the table of docs/estimates.md; exits with 1 if more than two of the ten
# are wrong by a factor of three.

mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
seed=${2:-0}
programs=$(cd "$(dirname "$0")/programs" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

echo '| program | executions | after | estimate | between | of what it is |'
echo '|---|---|---|---|---|---|'
while read -r name total flags; do
    # shellcheck disable=SC2086 # words
    "$mazurka" cc "$programs/$name.c" $flags -o program || exit 1
    after=$((total / 100))
    [ "$after" -gt 0 ] || after=1
    "$mazurka" run --quiet --json=result.json --algorithm=pop --seed="$seed" \
        --max-executions="$after" ./program >/dev/null
    tr -d '\n' <result.json |
        sed 's/.*"estimate":[^{]*{[^}]*"executions":[^0-9]*\([0-9.e+]*\)[^}]*"low":[^0-9]*\([0-9.e+]*\)[^}]*"high":[^0-9]*\([0-9.e+]*\).*/\1 \2 \3/' |
        awk -v name="$name" -v total="$total" -v after="$after" -v flags="$flags" '{
            gsub(/-D[A-Z]*=/, "", flags); gsub(/ /, ", ", flags)
            printf "| %s(%s) | %d | %d | %.0f | %.0f and %.0f | %.2f |\n", name, flags,
                total, after, $1, $2, $3, $1 / total }'
done >rows <<'PROGRAMS'
circular-buffer 48620 -DN=9
fib-bench 218243 -DN=5
linuxlocks 99442 -DN=6
filesystem 8192 -DN=26
indexer 32768 -DN=16
lastzero 147456 -DN=15
exp-mem3 80640 -DN=8
dispatcher 151032 -DS=5
poke 135944 -DN=10 -DK=4
length-param 4 -DT=2 -DN=1024
PROGRAMS
cat rows
awk -F'|' '$7 > 1 / 3 && $7 < 3 { right++ }
    END { print "\n" right + 0 " of " NR " within a factor of three"; exit right < 8 }' rows
