#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# audit.sh MAZURKA: every model of the tests, and some programs, are explored by
# two algorithms, which agree.
mazurka=$1
tests=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

audit() { # file, codes that are fine
    timeout 60 "$mazurka" audit "$1" >out 2>err
    code=$?
    case " $2 " in
    *" $code "*) ;;
    *)
        echo "$1: exit code $code"
        cat out err
        failed=$((failed + 1))
        ;;
    esac
}

for file in "$tests"/models/*.model; do
    audit "$file" '0 1 2' # 2: none of its executions runs to its end
done
for file in digest_phases own_late; do
    audit "$tests/programs/$file.c" '0 1'
    grep -q '^pop and quasi agree$' out || {
        echo "$file: not said that they agree"
        failed=$((failed + 1))
    }
done
[ "$failed" = 0 ]
