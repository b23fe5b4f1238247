#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The examples say at their top what to type and what comes out:
#
#   //     mazurka examples/lost_update.c -DFIXED
#   //     => safe: 2 executions
#
#   sh tests/examples.sh path/to/mazurka [--write] [FILE.c…]
#
# --write puts the last line that comes out into the file instead.

mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
write=
[ "${1:-}" = --write ] && write=1 && shift
cd "$(dirname "$0")/.." || exit 1
[ $# -gt 0 ] || set -- examples/*.c
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
wrong=0 lines=0

# check FILE COMMAND LINE: the command is the words after "mazurka".
check() {
    # shellcheck disable=SC2086 # the words of a command
    got=$(timeout 120 "$mazurka" --trace="$work/trace.json" $2 </dev/null 2>/dev/null |
        tail -n 1)
    got=${got#mazurka: }
    lines=$((lines + 1))
    [ "$got" = "$3" ] && return
    if [ "$write" ]; then
        awk -v command="//     mazurka $2" -v line="//     => $got" '
            was == command { print line; was = ""; next }
            { print; was = $0 }' "$1" >"$work/new" && cat "$work/new" >"$1"
    else
        echo "mazurka $2"
        echo "  should say: $3"
        echo "  says:       $got"
        wrong=$((wrong + 1))
    fi
}

for file; do
    before=$lines
    sed -n 's,^//     mazurka ,command ,p; s,^//     => ,line ,p' "$file" >"$work/lines"
    while read -r what text; do
        case $what in
        command) command=$text ;;
        line) check "$file" "$command" "$text" ;;
        esac
    done <"$work/lines"
    [ "$lines" -gt "$before" ] || {
        echo "$file: nothing says what comes out"
        wrong=$((wrong + 1))
    }
done
echo "$lines commands, $wrong wrong"
[ "$wrong" -eq 0 ] && [ "$lines" -gt 0 ]
