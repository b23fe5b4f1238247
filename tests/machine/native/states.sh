#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Programs whose states are known in number:
#
#   states.sh MAZURKA WALK-NATIVE PROGRAM.c…
#
#   // walk [ARGUMENT=N] [WALK_…=…] => WORDS    the walk's line has these words;
#                       the walks over new states and over all interleavings agree
#   // cc OPTIONS       how to build it
#
# Unless some states are unknown, running again must lead to the same as undoing.
mazurka=$1 runtime=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# $1: settings, $2: what is expected
walk() {
    for replay in '' 'WALK_REPLAY=1'; do
        [ "$replay" ] && grep -q '=> unknown' "$program" && continue
        # shellcheck disable=SC2086
        line=$(env $1 $replay sh -c '"$0" $ARGUMENT' "$folder/program") &&
            case ", $line," in
            *[\ ,]"$2"[,\ ]*) continue ;;
            esac
        echo "$program: $1 $replay: '$line', not '$2'"
        failed=1
    done
}

for program in "$@"; do
    options=$(sed -n 's|^// cc ||p' "$program")
    # shellcheck disable=SC2086
    MAZURKA_RUNTIME=$runtime "$mazurka" cc --states $options \
        -o "$folder/program" "$program" || failed=1
    sed -n 's|^// walk *\(.*=> \)|\1|p' "$program" >"$folder/lines"
    while IFS= read -r line; do
        walk "${line%%=> *}" "${line#*=> }"
    done <"$folder/lines"
done
[ $failed = 0 ] && echo "all as expected"
exit $failed
