#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# No switch over an enum of ours has a default: so the compiler says where a new
# kind of something is forgotten (-Wswitch).
#
#   switches_are_complete.sh SOURCES
#
# What may have one, by what is switched over:
#   in src/cc  LLVM's and DWARF's enums, of which we handle some
#   c->kind    a character of a format;  size, level  numbers;  error  an errno
set -u
cd "$1" || exit 2
bad=$(find src -name '*.[ch]' | sort | xargs awk '
    # clang-format puts a default where its switch stands.
    match($0, /^ *switch \(/) {
        open[RLENGTH - 8] = substr($0, RLENGTH + 1)
        sub(/\) \{$/, "", open[RLENGTH - 8])
    }
    match($0, /^ *default:/) {
        over = open[RLENGTH - 8]
        if (FILENAME ~ /^src\/cc\// &&
            over ~ /LLVM|^(predicate|ordering|opcode|update|tag\(.*|module_flag\(.*)$/)
            next
        if (over ~ /^(c->kind|size|level|error)$/)
            next
        print FILENAME ":" FNR ": default in a switch over " over
    }')
[ -z "$bad" ] && exit 0
echo "$bad"
exit 1
