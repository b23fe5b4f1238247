#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a person reads of a finding, to the letter: every kind of it, at 80 and at
# 120 columns, without colours and with them.
#
#   sh tests/report/golden.sh MAZURKA [--write] [NAME…]
#
# --write makes the files anew: look at what git says has changed. Addresses and
# where traces lie are left out.
mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1") || exit 1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
golden=$root/tests/report/golden
write=
[ "${1:-}" = --write ] && write=yes && shift
# kind of finding, where it is from
names=${*:-lost_update abort lock_order cond_lost loop_never
    race_lock_sometimes null_pointer wild_pointer use_after_free double_free
    invalid_free out_of_bounds leak stack_overflow misuse_both_orders join_twice
    no_progress raised_signal exit_status stack_aba aba woken_once missed_job
    upgrade lazy_twice lost_block}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1
unset NO_COLOR MAZURKA_OPTIONS
passed=0 failed=0

clean() {
    sed -e 's/0x[0-9a-f]\{5,\}/0x…/g' -e '/^trace: /d' -e '/^again: /d' -e '/^checking /d' \
        -e '/^hint: /d' -e "s/$(printf '\033')/^/g"
}

for name in $names; do
    source=$golden/$name.c
    [ -f "$source" ] || source=$root/tests/programs/$name.c
    cp "$source" "$name.c"
    "$mazurka" cc "$name.c" -o program || exit 1
    for width in 80 120; do
        for colour in never always; do
            echo "=== $width columns, colour: $colour"
            COLUMNS=$width "$mazurka" run --color=$colour ./program 2>/dev/null |
                clean
        done
    done >"$name.txt"
    if [ -n "$write" ]; then
        cp "$name.txt" "$golden"
    elif diff -u "$golden/$name.txt" "$name.txt" >difference; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        cat difference
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
