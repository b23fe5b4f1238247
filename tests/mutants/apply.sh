#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does every mutant still fit the code? Whether it is caught is another question,
# and takes longer.
#
#   sh tests/mutants/apply.sh path/to/mutate
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
for mutant in "$here"/*/*.mutant; do
    if ! why=$("$1" "$mutant" "$here/../../src" "$work/src" 2>&1); then
        failed=1
        printf '%s: %s\n' "$(basename "$mutant" .mutant)" "$why"
    fi
    rm -rf "$work/src"
done
exit $failed
