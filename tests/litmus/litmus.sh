#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# litmus.sh MAZURKA: what the command adds to what test_litmus.c looks at: exit
# codes, the last line, options.
mazurka=$1
here=$(dirname "$0")
failed=0

# expect CODE TEXT FILE OPTION…: a line of the output has the text
expect() {
    code=$1 text=$2 file=$here/$3
    shift 3
    output=$(timeout 20 "$mazurka" litmus "$@" "$file" 2>&1)
    found=$?
    [ $found = "$code" ] || {
        echo "$file $*: exit code $found instead of $code"
        failed=$((failed + 1))
    }
    printf '%s\n' "$output" | grep -qF -- "$text" || {
        printf '%s %s: no "%s":\n%s\n' "$file" "$*" "$text" "$output"
        failed=$((failed + 1))
    }
}

expect 0 'mazurka: safe: 4 executions' sb_rlx.litmus
expect 0 'Condition exists (0:r0=0 /\ 1:r0=0)' sb_rlx.litmus
expect 1 'sb_rlx.litmus:18 after 3 executions' sb_rlx.litmus --memory=sc
expect 7 'Test SB+rlx Allowed' sb_rlx.litmus --memory=sc --error-exitcode=7
expect 1 'mp_rlx.litmus:18 after 2 executions' mp_rlx.litmus
expect 1 'Positive: 3 Negative: 1' mp_rlx.litmus
expect 0 'Positive: 3 Negative: 0' mp_rlx.litmus --memory=tso
expect 0 'Test three-adds Required' three_adds.litmus
expect 1 'filter.litmus:18 after 2 executions' filter.litmus
expect 2 'incomplete: execution limit after 1 executions' sb_rlx.litmus --max-executions=1
expect 1 'mp_rlx.litmus:18 after 2 executions' mp_rlx.litmus --max-executions=2
expect 1 'pointer_to_nothing.litmus:7: a pointer' pointer_to_nothing.litmus
expect 3 'not checked: ' refused_loop.litmus
expect 3 'not checked: ' sb_fences.litmus --memory=ra
expect 3 'cannot read' nowhere.litmus
expect 3 '--algorithm does not apply to litmus tests' sb_rlx.litmus --algorithm=pop
expect 0 '"verdict":	"safe"' sb_rlx.litmus --json=-
expect 0 'execution 4: complete' sb_rlx.litmus --show-executions
[ "$failed" = 0 ]
