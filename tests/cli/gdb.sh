#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A finding in a real gdb: forwards, backwards, threads, who wrote what.
#
#   sh tests/cli/gdb.sh path/to/mazurka

mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
command -v gdb >/dev/null || {
    echo "skipped: there is no gdb"
    exit 0
}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
cp "$examples"/*.c .
wrong=0

# session TRACE: the commands come from standard input.
session() {
    timeout 120 "$mazurka" replay --rebuild --gdb "$1" >out 2>&1 ||
        [ $? -eq 1 ] || {
        echo "gdb has ended with $?"
        wrong=$((wrong + 1))
    }
}

# says LINE…: these come in this order.
says() {
    for line; do
        printf '%s\n' "$line"
    done >wanted
    awk 'NR == FNR { wanted[++count] = $0; next }
         at < count && index($0, wanted[at + 1]) { at++ }
         END { if (at < count) { print "missing: " wanted[at + 1]; exit 1 } }' \
        wanted out || {
        cat out
        wrong=$((wrong + 1))
    }
}

"$mazurka" --trace=lost.json lost_update.c >/dev/null
session lost.json <<'END'
print *(int *)amount
mz back
mz next
mz next
mz next
print seen
mz steps
mz step 30
mz watch balance
print seen
mz watch balance
mz watch balance
mz back
mz step 30
mz step
quit
END
# The first step that matters comes first, in the program's own frame.
says 'step 3 of 12: main/1: lock lock' 'in withdraw (amount=' \
    'pthread_mutex_lock(&lock);' '$1 = 60' 'step 2 of 12: main: spawn main/2' \
    'step 3 of 12' 'step 5 of 12: main/2: lock lock' \
    'step 7 of 12: main/2: lock lock' '$2 = 100' \
    ' 1  main: spawn main/1   lost_update.c:34' \
    '  *   3  main/1: lock lock' '=>*   7  main/2: lock lock' \
    'step 12 of 12: main: join main/2' 'assert(balance == 10);' \
    'step 9 of 12: main/1: lock lock' 'written at lost_update.c:26' \
    '$3 = 100' 'step 7 of 12: main/2: lock lock' 'written at lost_update.c:26' \
    'balance has had this value since the start' \
    'step 6 of 12: main/2: unlock lock' \
    "assertion: assertion \`balance == 10' failed" 'assert(balance == 10);' \
    'after all 12 steps: assertion in main'

"$mazurka" --trace=dead.json deadlock.c >/dev/null
session dead.json <<'END'
mz next
mz threads
mz goto 2
next
next
break deadlock.c:35
mz back
mz step 2
mz in main print amount
mz where main
delete
mz step 2
mz nonsense
mz where nobody
mz goto x
quit
END
# How an object is called depends on the compiler: first->lock, *first.
says 'step 2 of 3: main: lock ' 'step 3 of 3: main/1: lock ' '* main/1 runs' \
    'transfer at deadlock.c:34' 'alice_pays at deadlock.c:44' \
    'step 2 of 3: main: lock ' \
    'pthread_mutex_lock(&second->lock);' 'the step has ended' \
    'step 2 of 3: main' 'Breakpoint 1, transfer' '$1 = 5' 'in main () at' \
    'after all 3 steps: deadlock' 'main waits lock ' \
    'main/1 waits lock ' 'no thread nobody; there are: main' \
    'x is no number'

# The user's own breakpoints, and back from where they are.
session dead.json <<'END'
break deadlock.c:35
continue
continue
continue
mz back
quit
END
says 'step 2 of 3: main: lock ' 'Breakpoint 1 at' 'Breakpoint 1, transfer' \
    'step 3 of 3' 'Breakpoint 1, transfer' 'step 2 of 3: main: lock '

[ "$wrong" -eq 0 ] && echo "as it should be"
