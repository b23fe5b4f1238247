#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tool as its users see it: what it prints, how it ends, what it writes.
#
#   sh tests/cli/cli.sh path/to/mazurka
#
# Everything happens in a temporary directory.

[ -x "${1:-}" ] || {
    echo "usage: sh tests/cli/cli.sh path/to/mazurka"
    exit 1
}
mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1
cp "$root"/examples/*.model .
unset NO_COLOR
passed=0
failed=0

pass() {
    passed=$((passed + 1))
}

fail() { # name, what was seen
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$1"
    printf '%s\n' "$2" | sed 's/^/    /'
}

is() { # name, expected, actual
    if [ "$2" = "$3" ]; then
        pass
    else
        fail "$1" "expected: $2
     got: $3"
    fi
}

has() { # name, file, pattern
    if grep -q -e "$3" "$2"; then
        pass
    else
        fail "$1: no line like $3 in $2" "$(head -20 "$2")"
    fi
}

has_not() { # name, file, pattern
    if grep -q -e "$3" "$2"; then
        fail "$1: a line like $3 in $2" "$(head -20 "$2")"
    else
        pass
    fi
}

run() { # arguments of mazurka; leaves out, err and $code
    "$mazurka" "$@" >out 2>err </dev/null
    code=$?
}

verdict() { # exit code, last line, arguments
    wanted_code=$1
    wanted_line=$2
    shift 2
    run "$@"
    is "exit code of: $*" "$wanted_code" "$code"
    is "last line of: $*" "$wanted_line" "$(tail -n 1 out)"
}

refused() { # part of the reason, arguments
    reason=$1
    shift
    run "$@"
    is "exit code of: $*" 3 "$code"
    is "lines on standard output of: $*" 1 "$(wc -l <out | tr -d ' ')"
    is "lines on standard error of: $*" 1 "$(wc -l <err | tr -d ' ')"
    has "standard output of: $*" out "^mazurka: not checked: .*$reason"
    has "standard error of: $*" err "^mazurka: .*$reason"
}

# ------------------------------------------------------------------ programs

cat >small.model <<'EOT'
thread p
 W x 1
thread q
 R r x
EOT
cat >race.model <<'EOT'
thread p
 W x 1
 W x 2
 W x 3
 W x 4
 W x 5
 W x 6
 W x 7
thread q
 W x 1
 W x 2
 W x 3
 W x 4
 W x 5
 W x 6
 W x 7
EOT
# Far too large to be finished.
for name in a b c d e f; do
    echo "thread $name"
    for value in 1 2 3 4 5 6 7 8; do
        echo " W x $value"
    done
done >huge.model
# Where source-DPOR runs many executions in vain: a writer of each, and readers.
{
    echo 'thread last'
    for i in 9 8 7 6 5 4 3 2 1; do
        echo " R r a[$i]"
        echo ' IF r != 0'
    done
    for i in 9 8 7 6 5 4 3 2 1; do
        echo ' END'
    done
    for i in 1 2 3 4 5 6 7 8 9; do
        printf 'thread t%d\n R r a[%d]\n W a[%d] r+1\n' $i $((i - 1)) $i
    done
} >lots.model
cat >two.model <<'EOT'
thread p
 FAA r x 1
 ASSERT r == 0
thread q
 FAA r x 1
 ASSERT r == 0
 LOCK m
 LOCK m
EOT
cat >assume.model <<'EOT'
thread p
 W x 1
thread q
 R r x
 ASSUME r == 1
EOT
cat >await.model <<'EOT'
thread p
 AWAIT x == 5
EOT
cat >loop.model <<'EOT'
thread p
 LET i 0
 WHILE i == 0
  R i x
 END
EOT
cat >adds.model <<'EOT'
thread p
 FAA _ x 1
thread q
 FAA _ x 1
EOT
cat >cas.model <<'EOT'
thread p
 CAS _ x 5 6
thread q
 CAS _ x 5 7
EOT
cat >readers.model <<'EOT'
thread p
 RDLOCK l
 RWUNLOCK l
thread q
 RDLOCK l
 RWUNLOCK l
EOT
printf 'thread p\n W x 1\n FLY\n' >bad.model

# ------------------------------------------------------- verdicts, exit codes

verdict 0 'mazurka: safe: 6 executions' model ticket.model
verdict 0 'mazurka: safe: 3432 executions' model race.model
verdict 0 'mazurka: safe: 6 executions, 8 blocked' model peterson.model
verdict 0 'mazurka: safe: 1 executions, 1 blocked' model assume.model
verdict 1 'mazurka: unsafe: deadlock at philosophers.model:14 after 4 executions' \
    model philosophers.model
verdict 1 'mazurka: unsafe: assertion at bank.model:27 after 2 executions' \
    model bank.model
verdict 1 'mazurka: unsafe: deadlock at wakeup.model:17 after 2 executions' \
    model wakeup.model
has 'lost signal' out 'The last signal of bell (producer, wakeup.model:24) came before'
verdict 1 'mazurka: unsafe: livelock at await.model:2 after 1 executions' \
    model await.model
verdict 9 'mazurka: unsafe: livelock at await.model:2 after 1 executions' \
    model --error-exitcode=9 await.model
verdict 2 'mazurka: incomplete: step limit at loop.model:4 after 1 executions' \
    model --max-steps=10 loop.model
printf 'thread p\n LET i 0\n WHILE i < 5\n  LET i (i + 1) %% 3\n END\n' >ever.model
verdict 1 'mazurka: unsafe: no-progress at ever.model:3 after 1 executions' \
    model ever.model
printf 'thread p\n LET i 0\n WHILE i < 1000000\n  LET i i + 1\n END\n' >long.model
verdict 2 'mazurka: incomplete: step limit after 1 executions' \
    model long.model
run model --max-context-switches=2 race.model
is 'exit code at the bound of context switches' 2 "$code"
has 'context switches' out '^mazurka: incomplete: context-switch limit after'
has 'what is true all the same' out \
    '^nothing goes wrong with at most 2 switches of threads$'
run model --algorithm=quasi --max-context-switches=2 --json=- race.model
has 'executions that were cut' out '"bounded":[^0-9]*[1-9]'
verdict 0 'mazurka: safe: 3432 executions' \
    model --algorithm=quasi --max-context-switches=13 race.model
verdict 1 'mazurka: unsafe: assertion at bank.model:27 after 15 executions' \
    model --max-context-switches=3 bank.model
verdict 2 'mazurka: incomplete: context-switch limit after 14 executions' \
    model --max-context-switches=2 bank.model
verdict 2 'mazurka: incomplete: execution limit after 7 executions' \
    model --max-executions=7 race.model
verdict 0 'mazurka: safe: 3432 executions' \
    model --max-executions=3432 race.model
run model --timeout=0.2 huge.model
is 'exit code at the time limit' 2 "$code"
has 'time limit' out '^mazurka: incomplete: time limit after [0-9]* executions$'
run model --max-memory=1K huge.model
is 'exit code at the memory limit' 2 "$code"
has 'memory limit' out '^mazurka: incomplete: memory limit after'
verdict 1 'mazurka: unsafe: assertion at two.model:3 after 1 executions' \
    model --max-executions=1 two.model
verdict 3 "mazurka: not checked: bad.model:3:2: unknown statement 'FLY'" \
    model bad.model
has 'place of the error' err '^mazurka: bad.model:3:2: unknown'

# ------------------------------------------------------------------- options

verdict 0 'mazurka: safe: 1 executions' model adds.model
verdict 0 'mazurka: safe: 2 executions' model --independent-adds=off adds.model
verdict 0 'mazurka: safe: 1 executions' model cas.model
verdict 0 'mazurka: safe: 2 executions' model --failed-cas=write cas.model
verdict 0 'mazurka: safe: 1 executions' model readers.model
run model -q --readers=dependent readers.model
has_not 'readers depend' out 'safe: 1 executions'
verdict 0 'mazurka: safe: 306 executions' model --algorithm=all ticket.model
# Whatever algorithms this version has: they agree on a small program.
algorithms=$("$mazurka" list |
    sed -n '/^algorithms/,/^$/ { /not in this version/d; s/^  \([a-z]*\) .*/\1/p; }')
for algorithm in $algorithms; do
    run model -q "--algorithm=$algorithm" small.model
    is "small program with $algorithm" 0 "$code"
done
is 'there are algorithms' auto "${algorithms%%
*}"
for seed in 1 2 3 18446744073709551615; do
    verdict 0 'mazurka: safe: 3432 executions' model --seed=$seed race.model
done
for place in before after; do
    if [ $place = before ]; then
        run model --stats --max-executions=5 race.model
    else
        run model race.model --stats --max-executions=5
    fi
    is "options $place the file" 2 "$code"
    has "options $place the file" out 'complete executions  *5$'
done
run model -q -- small.model
is 'file after --' 0 "$code"

run model --quiet bank.model
is 'quiet: only the last line' 1 "$(wc -l <out | tr -d ' ')"
run model --verbose --independent-adds=off bank.model
has 'verbose: options' out '^options: .*--independent-adds=off'
has 'verbose: meaning' out '(an assertion is false)'
run model bank.model
has 'hint' out '^hint: --keep-going'
has 'columns' out '^  bob  *alice$'
has 'values' out '^  *bank.model:21  *balance 100 → 130$'
run model -k two.model
has_not 'no hint when it goes on' out '^hint:'
has 'keep going: first' out '^assertion .* two.model:6, q$'
has 'keep going: second' out '^deadlock.* two.model:8, q$'
has 'keep going: third' out '^assertion .* two.model:3, p$'
is 'a trace for each finding' 3 "$(set -- two.mazurka-trace*.json; echo $#)"

run model --color=always bank.model
is 'no colour in the last line' \
    'mazurka: unsafe: assertion at bank.model:27 after 2 executions' \
    "$(tail -n 1 out)"
has 'colour' out "$(printf '\033')"
run model bank.model
has_not 'no colour without a terminal' out "$(printf '\033')"
run model --progress=always --timeout=0.2 huge.model
has 'progress' err '^mazurka: [0-9]* executions, [0-9]*/s, '
run model --timeout=0.2 huge.model
is 'no progress without a terminal' '' "$(cat err)"

# ------------------------------------------------------------------ refusals

refused 'no command'
refused 'unknown command' fly
refused 'unknown option' --fly
refused 'unknown option' model --fly small.model
refused 'unknown option' model -z small.model
refused 'unknown option' model -kq small.model
refused 'no model given' model
refused 'one model at a time' model small.model race.model
refused 'No such file' model missing.model
refused 'directory' model .
refused 'mazurka model small.model' small.model
refused 'cannot read prog.c' prog.c
refused 'cannot read prog.c' --stats prog.c
refused 'cannot read prog.c' check prog.c
refused 'cannot run ./a.out' run ./a.out
refused 'no program given' check
refused 'no program given' run
refused 'does not apply to a program that is built' run --loops=off prog
refused 'does not apply to a program that is built' run --purity=paper prog
refused 'does not apply to models' model --unroll=3 small.model
refused 'cannot read prog.c' compare prog.c
refused 'does not apply to models' model --races=report small.model
refused 'does not apply to models' model --gdb small.model
refused '--algorithm=auto has no --k' model --k=3 small.model
refused 'or optimal is needed' model --algorithm=quasi --k=0 small.model
refused 'or optimal is needed' model --algorithm=quasi --k=most small.model
refused 'does not apply to models' model --jobs=2 small.model
refused 'or auto is needed' run --jobs=0 prog
refused 'no such algorithm' model --algorithm=magic small.model
refused '--algorithm=auto has no --check-states' model --check-states small.model
refused 'needs a value: --algorithm=NAME' model small.model --algorithm
refused 'needs a value: --timeout=SECONDS' model --timeout --quiet small.model
refused 'needs a value' model --json -- small.model
refused 'unknown option --tiemout=5; did you mean --timeout?' \
    model --tiemout=5 small.model
refused 'did you mean --max-executions?' model --max-exec 5 small.model
refused 'did you mean --races?' check --reces=report prog.c
refused 'did you mean --algorithm?' run --algorithmus=pop prog
refused 'unknown option --fly' model --fly small.model
refused 'did you mean optimal?' model --algorithm=optmal small.model
refused 'did you mean always?' model --progress=allways small.model
refused 'did you mean data-race?' model --check=assertion,datarace small.model
refused 'unknown command chek; did you mean check?' chek prog.c.txt
refused 'unknown command chek; did you mean check?' chek prog.c
refused 'did you mean --version?' --verison
refused 'did you mean exit-codes?' help exitcodes
refused 'takes no value' model --stats=yes small.model
refused 'file name is needed' model --json= small.model
refused 'exclude each other' model -q -v small.model
refused 'exclude each other' model --json=- --dot=- small.model
for bad in --max-steps=-1 --max-steps=x --max-steps= --max-steps=1.5 \
    --max-steps=4000000001 --max-executions=99999999999999999999 \
    --timeout=x --timeout=-1 --timeout=1.2.3 --timeout=. --timeout=1e3 \
    --max-memory=5T --max-memory=M --max-memory=1KK \
    --max-memory=99999999999999999G --error-exitcode=0 --error-exitcode=256 \
    --seed=-1 --progress=often --color=blue --independent-adds=yes \
    --failed-cas=no --readers=no; do
    refused 'needed' model $bad small.model
done
refused 'would be overwritten' model --json=bank.model bank.model
refused 'would be overwritten' model --trace=bank.model bank.model
refused 'would be overwritten' model --dot=./bank.model bank.model
has 'the program is still there' bank.model '^thread auditor'
refused 'no arguments' list everything
refused 'no help topic' help fly
refused 'one help topic' help options fly
refused 'takes nothing else' --version fly
refused 'cannot read bad' model "$(printf 'bad\nname')"

# ---------------------------------------------------------------------- help

for words in --help -h help 'help options' 'help model' 'help replay' \
    'help exit-codes' 'help findings' 'help json' list --version \
    'model --help' 'replay --help'; do
    run $words
    is "exit code of: $words" 0 "$code"
    is "standard error of: $words" '' "$(cat err)"
done
# A value is the next word just as well, for each that takes one.
run list
sed -n 's/^  --\([a-z-]*\)=.*/\1/p' out | sort -u >with-value
is 'some options take a value' 1 "$(($(wc -l <with-value) > 20))"
while read -r name; do
    run model "--$name"
    has "--$name without a value" err "needs a value\|does not apply"
done <with-value
verdict 2 'mazurka: incomplete: execution limit after 3 executions' \
    model --max-executions 3 race.model
verdict 0 'mazurka: safe: 2 executions' model --algorithm optimal --seed 7 \
    --json two-words.json small.model
has 'the file of two words' two-words.json '"seed":[[:space:]]*7'
# Nothing that helps is wider than a terminal.
for words in help list 'help check' 'help options' 'help model' 'help replay' \
    'help exit-codes' 'help findings' 'help json' 'help litmus'; do
    run $words
    is "no more than 80 columns: $words" 1 \
        "$(($(LC_ALL=C.UTF-8 wc -L <out) <= 80))"
done
run model --algorithm=stateful --check-states --stats --json=states.json small.model
has 'stateful: states' out '^  states  *[1-9]'
has 'stateful: JSON' states.json '"revisits":'
run list
has 'list: algorithm' out '^  optimal  *'
has 'list: auto' out '^  auto  .*: pop or optimal\.'
has 'list: when to take it' out '^  stateful .* Take it when'
has 'list: algorithm that knows states' out '^  stateful  *never explores'
has 'list: option' out '^  --max-memory=SIZE'
run --version
has 'version' out '^mazurka [0-9]*\.[0-9]*\.[0-9]*$'

# ---------------------------------------------------------------------- JSON

run model --json=result.json --trace=t.json philosophers.model
is 'keys of the result' 'mazurka schema program arguments options algorithm memory outside trusted verdict complete executions steps races_reversed processes seconds peak_kib findings unconfirmed cut_loops' \
    "$(sed -n 's/^	"\([a-z_]*\)".*/\1/p' result.json | tr '\n' ' ' | sed 's/ $//')"
is 'keys of a finding' 'kind message thread file line function executions confirmed trace title explanation threads steps steps_left_out switches' \
    "$(sed -n 's/^			"\([a-z_]*\)".*/\1/p' result.json | tr '\n' ' ' | sed 's/ $//')"
has 'verdict' result.json '"verdict":	"unsafe"'
has 'algorithm taken' result.json '^	"algorithm":	"pop"'
has 'thread by name' result.json '"thread":	"anna"'
has 'line' result.json '"line":	14,'
has 'trace' result.json '"trace":	"t.json"'
run model --json=result.json --max-executions=5 race.model
has 'incomplete' result.json '"verdict":	"incomplete"'
has 'reason' result.json '"reason":	"execution limit"'
has 'count' result.json '"complete":	5,'
run model --json=result.json missing.model
has 'not checked' result.json '"verdict":	"not-checked"'
has 'reason' result.json '"reason":	"cannot read missing.model'
run model --json=- await.model
is 'JSON is all that there is on standard output' '{}' \
    "$(head -n 1 out)$(tail -n 1 out)"
has 'awaits are deadlocked' out '"deadlocked":	1,'
is 'the last line is that of standard error then' \
    'mazurka: unsafe: livelock at await.model:2 after 1 executions' \
    "$(tail -n 1 err)"
has 'the report is on standard error' err '^livelock.* await.model:2, p$'

# ----------------------------------------------------- what is left, and why

run model --max-executions=34 --json=result.json race.model # of 3432
has 'how much of it' out '^about \(0\.9[0-9]\|1\.[01]\)0* % explored (between [0-9.]* % and [0-9.]* %), .* left on one core$'
has 'where races are' out '^[1-9][0-9]* % of all races are at race.model:[0-9]* (write x := [0-9]), by [pq] and [pq]$'
has 'what to do' out '^next: --max-executions=3[0-9]* (enough for all'
has 'the estimate for programs' result.json '"estimate":'
run model --algorithm=all --max-executions=34 race.model
has 'another algorithm' out '^next: --algorithm=auto '
run model --algorithm=source --max-executions=2000 lots.model
has 'in vain' out '^next: --algorithm=optimal ([1-9][0-9]* % of the executions were in vain)$'
run model --algorithm=stateful --max-executions=20 race.model
has 'states' out '^[1-9][0-9]* states so far'
run model --timeout=0.3 huge.model
has 'very much is left' out '^about .*e-[0-9]* % explored .* years left on one core$'
has_not 'nothing that takes years' out 'next: --timeout'
run model race.model
has_not 'nothing is left' out 'explored'
"$mazurka" model huge.model >out 2>err </dev/null &
sleep 0.5
kill -INT $!
wait $!
is 'interrupted: exit code' 2 $?
has 'interrupted: how much of it' out '^about .* explored (between'
# A signal for the whole group comes to the program twice, and is one wish.
cat >many.c <<'EOT'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *work(void *unused) {
    for (int i = 0; i < 20; i++)
        n = n + 1;
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    return pthread_join(b, NULL);
}
EOT
"$mazurka" cc many.c -o many
setsid "$mazurka" run ./many >out 2>err </dev/null &
sleep 2
kill -s INT -- "-$!"
wait $!
is 'the group interrupted: exit code' 2 $?
has 'the group interrupted: how much of it' out '^about .* explored (between'

# ---------------------------------------------------------- executions, trees

run model --show-executions small.model
cat >wanted <<'EOT'
checking small.model: 2 threads, algorithm pop (auto)

execution 1: complete
   1  q  line  4  read x = 0
   2  p  line  2  write x := 1  after 1

execution 2: complete
   1  p  line  2  write x := 1
   2  q  line  4  read x = 1    after 1

mazurka: safe: 2 executions
EOT
is 'executions' "$(cat wanted)" "$(cat out)"

# What auto takes, and says that it has taken.
cat >meets.model <<'EOT'
thread p
 AWAIT x == 1
thread q
 W x 1
EOT
run model --show-executions meets.model
cat >wanted <<'EOT'
checking meets.model: 2 threads, algorithm pop (auto)

algorithm optimal (auto), because of awaits

execution 1: complete
   1  q  line  4  write x := 1
   2  p  line  2  await x = 1   after 1

mazurka: safe: 1 executions
EOT
is 'auto: with awaits' "$(cat wanted)" "$(cat out)"
run model --stats --json=result.json meets.model
has 'auto: statistics' out '^  algorithm  *optimal (auto), because of awaits$'
has 'auto: JSON' result.json '^	"algorithm":	"optimal"'
run model --stats --algorithm=pop --json=result.json meets.model
has 'pop with awaits: statistics' out '^  algorithm  *pop, explicit$'
has 'pop with awaits: JSON' result.json '^	"algorithm":	"pop"'
# Found out late, behind a branch: what was shown does not count.
cat >late.model <<'EOT'
thread q
 R a x
 IF a == 0
  AWAIT y == 1
 END
thread r
 R a x
thread s
 W y 1
thread p
 W x 1
EOT
run model --show-executions late.model
has 'auto: found out late' out '^algorithm optimal (auto), because of awaits$'
has 'auto: not counted' out '^the search starts again: the executions so far do not count$'
is 'auto: counted anew' 'mazurka: safe: 4 executions' "$(tail -n 1 out)"
run model --max-steps=100 small.model
has 'auto: --max-steps' out 'algorithm optimal (auto)$'
run model --max-context-switches=100 small.model
has 'auto: --max-context-switches' out 'algorithm auto$'
has 'auto: nothing was left out' out '^mazurka: safe: 2 executions, 2 blocked$'
run model --show-executions --max-steps=2 loop.model
has 'a cut execution is shown' out '^execution 1: cut at a bound'
run model --show-executions bank.model
has 'an execution with a finding is shown' out \
    '^execution 2: cut short by a finding'
run model --show-executions -k wakeup.model
has 'a deadlock is shown' out '^execution 2: deadlock'

run model --dot=tree.dot small.model
cat >wanted <<'EOT'
digraph exploration {
  label="small.model";
  node [shape=circle];
  s0 [label="0"];
  s0 -> s1 [label="q: read x = 0\nline 4"];
  s0 -> s3 [label="p: write x := 1\nline 2"];
  s1 [label="1"];
  s1 -> s2 [label="p: write x := 1\nline 2"];
  s2 [shape=box, style=filled, fillcolor=palegreen, label="1\ncomplete"];
  s3 [label="3"];
  s3 -> s4 [label="q: read x = 1\nline 4"];
  s4 [shape=box, style=filled, fillcolor=palegreen, label="2\ncomplete"];
}
EOT
is 'tree' "$(cat wanted)" "$(cat tree.dot)"
cp small.model 'quote"back\slash.model'
run model --dot=tree.dot 'quote"back\slash.model'
has 'quoted title' tree.dot 'label="quote\\"back\\\\slash.model";'
run model --dot=tree.dot --max-executions=9000 huge.model
has 'large tree: said' err 'left out: more than 20000 states'
has 'large tree: in the graph' tree.dot 'left out: more than 20000 states'
is 'large tree: bounded' 20000 "$(grep -c '^  s[0-9]* \[' tree.dot)"
if command -v dot >/dev/null; then
    run model --dot=tree.dot -k two.model
    dot -Tsvg tree.dot >/dev/null 2>dot.err
    is 'graphviz accepts the tree' 0 "$?"
fi

# --------------------------------------------------------------- write errors

mkdir directory
for option in trace json dot; do
    run model "--$option=directory" bank.model
    is "exit code when --$option cannot be written" 1 "$code"
    has "--$option cannot be written" err '^mazurka: cannot write .*directory'
    is "one line when --$option cannot be written" 1 \
        "$(wc -l <err | tr -d ' ')"
    is "last line when --$option cannot be written" \
        'mazurka: unsafe: assertion at bank.model:27 after 2 executions' \
        "$(tail -n 1 out)"
done
if [ -w /dev/full ]; then
    run model --trace=/dev/full bank.model
    is 'full disk' 1 "$code"
    has 'full disk' err 'cannot write the trace to /dev/full'
    "$mazurka" model bank.model >/dev/full 2>err
    is 'standard output on a full disk' 1 "$?"
    has 'standard output on a full disk' err 'cannot write to standard output'
fi
"$mazurka" model bank.model >&- 2>err
is 'standard output closed' 1 "$?"

# ----------------------------------------------------- pipes and interruptions

(
    "$mazurka" model --show-executions huge.model 2>pipe.err
    echo $? >pipe.code
) | head -n 1 >out
has 'closed pipe: output' out '^checking huge.model'
is 'closed pipe: exit code' 2 "$(cat pipe.code)"
is 'closed pipe: standard error' '' "$(cat pipe.err)"

for signal in INT TERM; do
    "$mazurka" model -q huge.model >out 2>err &
    pid=$!
    sleep 1
    kill -$signal $pid
    wait $pid
    is "exit code after SIG$signal" 2 "$?"
    has "verdict after SIG$signal" out \
        '^mazurka: incomplete: interrupt after [0-9]* executions$'
done

# -------------------------------------------------------------------- replay

mkdir sub
cp bank.model sub/deep.model
run model -q --json=result.json sub/deep.model
is 'the trace has the name of the program' deep.mazurka-trace.json \
    "$(ls deep*.json)"
has 'the result says which' result.json '"trace":	"deep.mazurka-trace.json"'
mv deep.mazurka-trace.json sub
line='mazurka: unsafe: assertion at sub/deep.model:27 after 2 executions'
verdict 1 "$line" replay sub/deep.mazurka-trace.json
has 'replay: columns' out '^  bob  *alice$'
has 'replay: steps' out '^ *from [a-z]*, deep.model:[0-9]*$'
has 'replay: finding' out '^assertion is false .* deep.model:27, auditor$'
verdict 1 "$line" replay -q sub/deep.mazurka-trace.json
is 'replay: quiet' 1 "$(wc -l <out | tr -d ' ')"
verdict 7 "$line" replay --error-exitcode=7 sub/deep.mazurka-trace.json
(cd / && "$mazurka" replay "$work/sub/deep.mazurka-trace.json" >"$work/out" 2>&1)
is 'replay from elsewhere' "$line" "$(tail -n 1 out)"
mkdir moved
cp sub/deep.model sub/deep.mazurka-trace.json moved
mv sub gone
verdict 1 "$line" replay moved/deep.mazurka-trace.json
for model in philosophers wakeup await two; do
    run model -q --trace=t.json $model.model
    expected=$(tail -n 1 out)
    verdict 1 "$expected" replay t.json
done

refused 'for traces of C programs' replay --gdb t.json
refused 'one trace file' replay
refused 'one trace file' replay t.json t.json
refused 'unknown option' replay --fly t.json
refused 'does not apply to replay' replay --stats t.json
refused 'cannot read' replay missing.json
refused 'directory' replay directory
echo '# changed' >>moved/deep.model
refused 'has changed' replay moved/deep.mazurka-trace.json
rm moved/deep.model
refused 'cannot find' replay moved/deep.mazurka-trace.json

# ------------------------------------------------ traces that are out of date

unsafe_then_safe() { # name of the trace, options; then it is safe
    cp two.model now.model
    run model -q -k --trace="$1" now.model
    shift
    cp small.model now.model
    verdict 0 'mazurka: safe: 2 executions' model -q "$@" now.model
}
cp two.model now.model
run model -q -k now.model
cp now.mazurka-trace.json kept.json
is 'each finding has a trace' 3 "$(set -- now.mazurka-trace*.json; echo $#)"
cp small.model now.model
run model -q --max-executions=1 now.model
is 'incomplete: they stay' 3 "$(set -- now.mazurka-trace*.json; echo $#)"
run model -q --trace=other.json now.model
is '--trace: they stay' 3 "$(set -- now.mazurka-trace*.json; echo $#)"
run model -q now.model
is 'safe: they go' 'now.mazurka-trace*.json' "$(echo now.mazurka-trace*.json)"
cp kept.json now.mazurka-trace-2.json
run model -q now.model
is 'only as far as they are numbered' now.mazurka-trace-2.json \
    "$(echo now.mazurka-trace*.json)"
rm now.mazurka-trace-2.json
unsafe_then_safe now.mazurka-trace.json
is 'one that the user has named stays' now.mazurka-trace.json \
    "$(ls now.mazurka-trace.json)"
for edit in 's/"program":.*/"program": "then.model",/' \
    's/"directory":.*/"directory": "\/",/' 's/"named_by":.*//' \
    's/"machine":.*/"machine": "native",/' 's/.*//'; do
    sed "$edit" kept.json >now.mazurka-trace.json
    run model -q now.model
    is "safe, but it is another one: $edit" now.mazurka-trace.json \
        "$(ls now.mazurka-trace.json)"
done
rm now.mazurka-trace.json
ln -s kept.json now.mazurka-trace.json
run model -q now.model
is 'safe, but it is a link' now.mazurka-trace.json "$(ls now.mazurka-trace.json)"
rm now.mazurka-trace.json
mkfifo now.mazurka-trace.json
run model -q now.model
is 'safe, but it is a pipe' now.mazurka-trace.json "$(ls now.mazurka-trace.json)"
rm now.mazurka-trace.json

# A trace that somebody has edited: each line is an editing command for sed.
run model -q --trace=t.json bank.model
while read -r edit; do
    sed "$edit" t.json >edited.json
    if cmp -s t.json edited.json; then
        fail "this edit changes nothing: $edit" ''
    fi
    refused '' replay edited.json
done <<'EOT'
/"schedule"/s/\["0", 0\]/["9", 0]/
/"schedule"/s/\["0", 0\]/["4294967295", 0]/
/"schedule"/s/\["0", 0\]/["4294967296", 0]/
/"schedule"/s/\["0", 0\]/["-1", 0]/
/"schedule"/s/\["0", 0\]/["0.5", 0]/
/"schedule"/s/\["0", 0\]/["0.", 0]/
/"schedule"/s/\["0", 0\]/["", 0]/
/"schedule"/s/\["0", 0\]/["0x0", 0]/
/"schedule"/s/\["0", 0\]/["0", 1]/
/"schedule"/s/\["0", 0\]/["0", 4294967295]/
/"schedule"/s/\["0", 0\]/["0", 4294967296]/
/"schedule"/s/\["0", 0\]/["0", -1]/
/"schedule"/s/\["0", 0\]/["0", 0.5]/
/"schedule"/s/\["0", 0\]/["0", 1e400]/
/"schedule"/s/\["0", 0\]/["2", 0]/
/"schedule"/s/\["0", 0\]/["0"]/
/"schedule"/s/\["0", 0\]/["0", 0, 0]/
/"schedule"/s/\["0", 0\]/[0, 0]/
/"schedule"/s/\["0", 0\]/["0", "0"]/
/"schedule"/s/\["0", 0\]/0/
/"schedule"/s/\["0", 0\]/{"a": "0", "b": 0}/
/"schedule"/s/\["0", 0\]/[["0"], 0]/
/"schedule"/s/\["0", 0\], //
/"threads"/s/\["0", 0\]/["0", 0], ["0", 0]/
/"threads"/s/\["0", 0\]/["9", 0]/
/"threads"/s/\["0", 0\]/["0.1", 1]/
/"threads"/s/\["0", 0\]/["00", 0]/
/"threads"/s/\["0", 0\]/[0, 0]/
/"threads"/s/\["0", 0\]/["0"]/
/"threads"/s/\["0", 0\]/"0"/
/"threads"/s/\["0", 0\]/["0.1", 1], ["0", 0]/
/"threads"/s/\["0", 0\]/["0", 0], ["0.0", 1]/
/"threads"/s/\["0", 0\]/["0", 0], ["0.4294967295", 1]/
/"threads"/s/\["0", 0\]/["0", 0], ["0.1x", 1]/
s/"threads":.*/"threads": [],/
s/"threads":.*/"threads": {},/
s/"threads"/"other"/
s/"schedule":.*/"schedule": [],/
s/"schedule":.*/"schedule": {},/
s/"schedule":.*/"schedule": null,/
s/"schedule"/"other"/
s/"mazurka_trace":	2/"mazurka_trace": 1/
s/"mazurka_trace":	2/"mazurka_trace": 3/
s/"mazurka_trace":	2/"mazurka_trace": "2"/
s/"machine":	"model"/"machine": "native"/
s/"machine":	"model"/"machine": 7/
s/"program":	".*"/"program": ""/
s/"program":	".*"/"program": 12/
s/"program":	".*"/"program": "."/
s/"program":	".*"/"program": "\/dev\/zero"/
s/"program":	".*"/"program": "missing\\nfile"/
s/"hash":	".*"/"hash": "xxh3-128:0"/
s/"hash":	".*"/"hash": []/
s/"independent-adds":	"on"/"independent-adds": "perhaps"/
s/"options":	{/"other": {/
s/"kind":	"assertion"/"kind": "boredom"/
s/"kind":	"assertion"/"kind": "deadlock"/
s/"thread":	"auditor"/"thread": "nobody"/
s/"thread":	"auditor"/"thread": null/
s/"line":	27/"line": 26/
s/"line":	27/"line": -27/
s/"executions":	2/"executions": "2"/
s/"finding"/"other"/
s/}$/]/
1s/{/[/
$s/}/} x/
$d
EOT
: >empty.json
refused '' replay empty.json
printf '\0\0\0' >zeros.json
refused '' replay zeros.json
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "[" }' >deep.json
refused '' replay deep.json
awk 'BEGIN {
    printf "{\"mazurka_trace\": 2, \"schedule\": ["
    for (i = 0; i < 300000; i++) printf "[0, 0], "
    print "[0, 0]]}"
}' >long.json
refused '' replay long.json
awk '/"schedule"/ {
    printf "\"schedule\": ["
    for (i = 0; i < 20000; i++) printf "[\"0\", 0], "
    print "[\"0\", 0]],"
    next
} { print }' t.json >long.json
refused 'step 3 is not possible' replay long.json

# ---------------------------------------------------- a loop across two files

cat >waits.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern atomic_int flag;
int is_set(void);
void rest(void);
static int data;
static void *set(void *unused) {
    data = 42;
    flag = 1;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    while (!is_set())
        rest();
    assert(data == 42);
    pthread_join(thread, 0);
}
EOF
cat >looks.c <<'EOF'
#include <sched.h>
#include <stdatomic.h>
atomic_int flag;
int is_set(void) { return flag; }
void rest(void) { sched_yield(); }
EOF
run check waits.c looks.c
has 'a loop that waits by a function of another file' out \
    '^mazurka: safe: 1 executions, 1 blocked'

# ------------------------------------------------------------------- compare

cp "$root"/tests/programs/loop_message.c .
run compare --loops=assume loop_message.c
has 'compare: one blocked' out '^optimal  *safe  *1  *0  *1 '
run compare loop_message.c
has 'compare: none blocked' out '^optimal  *safe  *1  *0  *0 '

# --------------------------------------------------------------------- audit

cp "$root"/tests/models/mem03_sb.model sb.model
run audit sb.model
has 'audit: a model' out '^pop and graph agree$'
has 'audit: its last line' out '^mazurka: safe: 3 executions$'
refused 'audit has no --json' audit --json=x sb.model
refused 'only one algorithm knows --memory=rc11' audit --memory=rc11 sb.model
refused 'algorithm=all does not explore each class once' audit --algorithm=all sb.model
refused 'algorithm=all has no --digest' model --digest --algorithm=all sb.model
refused 'algorithm=pop has no --preemptions' model --algorithm=pop --preemptions=1 sb.model
refused 'preemptions and --deepen exclude each other' model --deepen --preemptions=1 sb.model
refused 'preemptions and --random exclude each other' model --preemptions=1 --random=5 sb.model
run model --preemptions=0 --json=- race.model
has 'preemptions in the result' out '"preemptions":[[:space:]]*0'
run model --pct=2 --random=50 race.model
has 'the chance of pct' out 'a bug of depth 2 would have been found with a chance of at least 0\.'
run model --random=20 --seed=7 --show-executions race.model
grep -v seconds out >first
run model --random=20 --seed=7 --show-executions race.model
is 'the same executions with the same seed' "$(cat first)" "$(cat out)"
run model --random=20 --seed=8 --show-executions race.model
is 'others with another one' 1 "$(cmp -s first out && echo 0 || echo 1)"
run model --digest -q sb.model
has 'digest: a line' out '^digest: [0-9a-f]\{32\}$'

# --------------------------------------------------------------- C programs

cat >finds.c <<'EOT'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *thread(void *unused) {
    x++;
    return unused;
}
int main(void) {
    pthread_t id;
    puts("hello");
    pthread_create(&id, NULL, thread, NULL);
    assert(x == 0);
    pthread_join(id, NULL);
    return 0;
}
EOT
cat >endless.c <<'EOT'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *unused) {
    for (int i = 0; i < 30; i++)
        x = x + 1;
    return unused;
}
int main(void) {
    pthread_t id[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&id[i], NULL, thread, NULL);
    pthread_exit(NULL);
}
EOT
cat >turns.c <<'EOT'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *count(void *unused) {
    for (int i = 0; i < 60; i++)
        atomic_store(&x, atomic_load(&x) + 1);
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
EOT
run --max-executions=300 turns.c
has 'C: how much of it' out '^about .* explored (between'
has 'C: a loop that goes on' out "^120 of [0-9]* steps of one execution are one thread's at turns.c:6 ("
has 'C: what to do' out '^next: --unroll=5 .*explain-loops'
refused 'does not apply to C programs' --readers=dependent finds.c
refused 'does not apply to C programs' --readers dependent finds.c
verdict 1 'mazurka: unsafe: assertion at finds.c:14 after 2 executions' \
    -q --timeout 60 --trace c.json finds.c
verdict 1 'mazurka: unsafe: assertion at finds.c:14 after 2 executions' \
    --show-executions --dot=tree.dot --trace=c.json finds.c
is 'C: its output once' 1 "$(grep -c '^hello$' out)"
has 'C: executions' out '^   3  main  *line 14  read x = 1  *after 2'
has 'C: tree' tree.dot 'label="main/1: add x: 0 -> 1'
if [ -w /dev/full ]; then
    "$mazurka" -q finds.c >/dev/full 2>err
    is 'C: standard output on a full disk' 1 "$?"
    has 'C: standard output on a full disk' err 'cannot write to standard output'
    "$mazurka" replay --rebuild c.json >/dev/full 2>err
    is 'C: replay on a full disk' 1 "$?"
    has 'C: replay on a full disk' err 'cannot write to standard output'
fi
"$mazurka" replay --rebuild c.json >&- 2>err
is 'C: replay with standard output closed' 1 "$?"
verdict 1 'mazurka: unsafe: assertion at finds.c:14 after 2 executions' replay --rebuild c.json
cp finds.c bug.c
run check -q bug.c -DX -- one two
cp bug.mazurka-trace.json kept.json
echo 'int main(void) {}' >bug.c
for words in 'bug.c -DX' 'bug.c -DX -- one' 'bug.c -- one two' \
    'bug.c small.c -DX -- one two'; do
    echo >small.c
    # shellcheck disable=SC2086 # words
    verdict 0 'mazurka: safe: 1 executions' check -q $words
    is "a trace of another check stays: $words" bug.mazurka-trace.json \
        "$(ls bug.mazurka-trace.json)"
done
verdict 0 'mazurka: safe: 1 executions' check -q bug.c -DX -- one two
is 'safe: the trace goes' 'bug.mazurka*' "$(echo bug.mazurka*)"
cp finds.c bug.c
"$mazurka" cc bug.c -o bug.out
run run -q ./bug.out -- one
is 'a program is named with its suffix' bug.out.mazurka-trace.json \
    "$(ls bug.*.json)"
echo 'int main(void) {}' >bug.c
"$mazurka" cc bug.c -o bug.out
run run -q ./bug.out
is 'other arguments: the trace stays' bug.out.mazurka-trace.json "$(ls bug.*.json)"
MAZURKA_OPTIONS=-q ./bug.out one >out 2>err
is 'the same ones: it goes' 'bug.*.json' "$(echo bug.*.json)"
refused 'would have to be built again' replay c.json
# What a stranger has put into it: words for the compiler, in a list of their own.
for word in -fuse-ld=./evil -Dmain=other -MFwritten -MD -save-temps -imacrosx.h \
    -ftime-trace=written -Wl,-o,written -Xclang -x -lsecret/../x other.o; do
    sed "s|\"compiler\":[^]]*]|\"compiler\": [\"$word\", \"finds.c\"]|" c.json >stranger.json
    refused 'asks the compiler for' replay --rebuild stranger.json
done
sed 's|"compiler":[^]]*]|"compiler": ["-O2", "finds.c"]|' c.json >stranger.json
refused 'have changed' replay --rebuild stranger.json
cp finds.c finds.old
echo '// more' >>finds.c
refused 'have changed' replay --rebuild c.json
mv finds.old finds.c

mkdir temporary
TMPDIR=$work/temporary
export TMPDIR
(
    "$mazurka" --show-executions endless.c 2>pipe.err
    echo $? >pipe.code
) | head -n 1 >out
has 'C: closed pipe: output' out '^checking endless.c'
is 'C: closed pipe: exit code' 2 "$(cat pipe.code)"
is 'C: closed pipe: standard error' '' "$(cat pipe.err)"

# Until the program runs, with its files gone.
starts() {
    "$mazurka" endless.c >out 2>err &
    pid=$!
    child=
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        child=$(cat /proc/$pid/task/$pid/children)
        case $(readlink "/proc/${child% }/exe") in
        *program*deleted*) break ;;
        esac
        sleep 0.5
    done
    sleep 0.5
}

starts
kill -TERM $pid
wait $pid
is 'C: exit code after SIGTERM' 2 "$?"
has 'C: verdict after SIGTERM' out \
    '^mazurka: incomplete: interrupt after [0-9]* executions$'
starts
kill -KILL $pid
wait $pid 2>/dev/null
sleep 0.2
is 'C: nothing runs on when the tool is killed' '' \
    "$(grep '^State:.*[RSDT] ' "/proc/${child% }/status" 2>/dev/null)"
is 'C: nothing is left behind' '' "$(ls temporary)"
unset TMPDIR

# ----------------------------------------------------------------------- files

mkdir kept && cd kept || exit 1
cat >writes.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *log;

static void *work(void *unused) {
    fputs("thread\n", log);
    return unused;
}

int main(int count, char **words) {
    pthread_t thread;
    char line[20] = "";
    FILE *file = fopen("input", "r");
    assert(file && fgets(line, 20, file) && !strcmp(line, "as it was\n"));
    fclose(file);
    file = fopen("input", "w");
    fputs("changed\n", file);
    unlink("gone");
    log = fopen("log", "a");
    pthread_create(&thread, NULL, work, NULL);
    fputs("main\n", log);
    pthread_join(thread, NULL);
    fclose(log);
    log = fopen("log", "r");
    assert(fgets(line, 20, log) && (count == 1 || strcmp(line, "thread\n")));
}
EOF
unwritten() {
    echo 'as it was' >input
    echo x >gone
    rm -f log
}
unwritten
"$mazurka" check writes.c >out 2>err
is 'files: two executions' 'mazurka: safe: 2 executions' "$(tail -n 1 out)"
is 'files: the disk is not changed' 'as it was' "$(cat input)"
is 'files: nothing is made or removed' x "$(cat gone; cat log 2>/dev/null)"
"$mazurka" check --files=write writes.c >out 2>err
is 'files: the first execution is kept' 'changed main thread ' \
    "$(cat input log gone 2>/dev/null | tr '\n' ' ')"
unwritten
"$mazurka" check --files=write writes.c -- wrong >out 2>err
is 'files: a finding' 'mazurka: unsafe: assertion at writes.c:29 after 2 executions' \
    "$(tail -n 1 out)"
# Who fails leaves what it has not flushed.
is 'files: those of the finding are kept' 'thread main ' \
    "$(cat input log gone 2>/dev/null | tr '\n' ' ')"
cd .. || exit 1

# --------------------------------------------------------------------- result

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
