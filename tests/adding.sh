#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does what docs/adding.md says to a copy of the tree, builds it, and sees that
# its commands print its lines.
#
#   adding.sh SOURCES
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
for part in "$1"/*; do
    [ "${part##*/}" = build ] || cp -r "$part" "$work/tree"
done
cd "$work/tree" || exit 2

# The blocks of the page, carried out; the commands go to a file.
awk -v commands="$work/commands" '
    function fail(why) { print "docs/adding.md:" NR ": " why; failed = 1; exit }
    function put(    line, found, text) {
        while ((getline line < file) > 0) {
            hit = !found && index(line, where)
            if (hit && before) text = text block
            text = text line "\n"
            if (hit && !before) text = text block
            found = found || hit
        }
        close(file)
        if (!found) fail("no \"" where "\" in " file)
        printf "%s", text > file
        close(file)
    }
    /^In `[^`]*`, (after|before) `.*`:$/ {
        split($0, part, "`"); file = part[2]; where = part[4]
        before = part[3] ~ /before/; kind = "in"
    }
    /^New file `[^`]*`:$/ { split($0, part, "`"); file = part[2]; kind = "new" }
    /^```/ && !inside { inside = 1; block = ""; console = /console/; next }
    /^```/ {
        inside = 0
        if (console) printf "%s", block > commands
        else if (kind == "in") put()
        else if (kind == "new") { printf "%s", block > file; close(file) }
        else fail("a block of which nobody knows where it goes")
        kind = ""
        next
    }
    inside { block = block $0 "\n" }
    END { exit failed }' docs/adding.md || exit 1

# No example may need more than five files besides tests.
awk '/^## / { title = $0; count = 0; split("", seen) }
    /^(In|New file) `src/ { split($0, part, "`")
        if (!seen[part[2]]++ && ++count > 5) { print title ": too many"; exit 1 } }
    ' docs/adding.md || exit 1

# Quick to build, not to run.
sed -i 's/ -O3 / -O0 /; s/"-O2 -g"/"-O0"/' CMakeLists.txt
{
    cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug &&
        cmake --build build -j2 --target mazurka
} >"$work/log" 2>&1 || { grep -E -A5 'error|Error' "$work/log"; exit 1; }

status=0
while IFS= read -r line; do
    case $line in
    '$ '*)
        command=${line#??}
        build/${command} >"$work/out" 2>&1
        ;;
    *)
        grep -qF -- "$line" "$work/out" || {
            echo "'$command' does not print '$line', but:"
            cat "$work/out"
            status=1
        }
        ;;
    esac
done <"$work/commands"
exit $status
