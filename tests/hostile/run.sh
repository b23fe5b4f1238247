#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Hostile programs: tests/hostile/*.c, and what is not a program: *_cases.sh.
#
#   sh tests/hostile/run.sh path/to/mazurka [WHAT…]
#
# WHAT is NAME.c, NAME_cases.sh, or all of a kind: acts, programs, cases. NAME.c:WORD
# are only the checks whose options and arguments have WORD in them. `quick` are the
# programs that are not slow, with one algorithm of several.
# Each program says at its top what has to come out:
#
#   // flags -DN=3 -lm                 for the compiler; $HOSTILE is this folder,
#                                      $LIBRARY has liboutside.so and .a, which
#                                      plain gcc has compiled
#   // arguments a b                   for the program
#   // check OPTIONS => A || B         last lines that are right, without
#   // check OPTIONS -- a b => A || B  "mazurka: "; a lone N stands for any
#                                      number, * for any text, FILE for the
#                                      name of the program; --algorithm=a,b is
#                                      two checks
#   // states OPTIONS => A || B        a check of the program built with --states
#   // acts CLASS… OPTIONS => A || B   the same for every act of acts.def that is
#                                      of one of these classes, as argument
#   // json PATH=VALUE                 what the JSON must say in every check
#   // says TEXT                       somewhere in the output of every check
#   // within SECONDS                  else 3 beyond its --timeout, or 20
#   // large                           no replay: too much, or by the clock
#   // slow                            not `quick`
#
# Whatever the program does: the last line is on a line of its own and there is
# no second one, the exit code fits to it, the JSON is valid and agrees, nothing
# is left in TMPDIR, no process survives, it ends in time, it is never exit 4,
# and a finding can be replayed by a new process. The first check of each file is
# done again by running the program itself, with MAZURKA_OPTIONS (not if ONCE is
# set). REPLAYS=100 replays each finding as often. KEEP=yes keeps what the checks have left.

here=$(cd "$(dirname "$0")" && pwd)
programs_in=${PROGRAMS:-$here} # another folder of programs

# ------------------------------------------------------------- one check

header() { # word: what follows it, one line each
    sed -n "s|^// $1 *||p" "$programs_in/$file"
}

pass() {
    echo >>"$job.passed"
}

fail() { # what was expected, what was got
    echo >>"$job.failed"
    printf 'FAILED: %s\n    expected: %s\n    got:      %s\n' \
        "$title" "$1" "$2" >>"$job.failures"
}

# A regular expression for a last line.
pattern() {
    printf '%s\n' "$1" | sed -e 's/^ *//' -e 's/ *$//' \
        -e 's/[].[^$\\]/\\&/g' -e 's/\*/.*/g' \
        -e 's/\([ :]\)N\([ ,]\)/\1[0-9][0-9]*\2/g' \
        -e 's/\([ :]\)N\([ ,]\)/\1[0-9][0-9]*\2/g' \
        -e 's/^/^mazurka: /' -e 's/$/$/'
}

is_one_of() { # line, A || B || …
    rest=$2
    while [ -n "$rest" ]; do
        one=${rest%% || *}
        case $rest in
        *' || '*) rest=${rest#* || } ;;
        *) rest= ;;
        esac
        printf '%s\n' "$1" | grep -q -e "$(pattern "$one")" && return 0
    done
    return 1
}

code_of() { # last line
    case $1 in
    'mazurka: safe: '*) echo 0 ;;
    'mazurka: unsafe: '*) echo 1 ;;
    'mazurka: incomplete: '*) echo 2 ;;
    'mazurka: not checked: '*) echo 3 ;;
    *) echo none ;;
    esac
}

now() { # in ms
    date +%s%3N
}

# Processes of this check that live on: none should. They are ended.
survivors() {
    sleep 0.1
    find /proc -maxdepth 2 -name exe -lname "$job.dir/*" 2>/dev/null |
        while IFS=/ read -r _ _ process _; do
            echo "$process"
            kill -9 "$process"
        done
}

limit_of() { # options: how many ms it may take
    within=$(header within)
    for word in $1; do
        case $word in
        --timeout=*) within=${within:-$((${word#--timeout=} + 3))} ;;
        esac
    done
    echo $((${within:-20} * 1000 * ${SLOWER:-1}))
}

check_json() { # last line
    verdict=${1#mazurka: }
    verdict=$(printf '%s' "${verdict%%:*}" | tr ' ' -)
    wanted=$(header json | sed 's/^/ /' | tr -d '\n')

    # shellcheck disable=SC2086 # words
    "$work/json-valid" "$job.dir/result.json" "verdict=$verdict" $wanted
}

check_words() {
    header says | while IFS= read -r text; do
        cat "$job.dir/out" "$job.dir/err" | grep -a -q -F -e "$text" || echo "$text"
    done | grep . && return 1
    return 0
}

check_replay() { # last line
    finding=${1%% at *}
    timeout -k 1 60 "$mazurka" replay --color=never \
        --repeat="${REPLAYS:-1}" "$job.dir/trace.json" \
        >"$job.dir/replay" 2>"$job.dir/replay.err" </dev/null
    replay_code=$?
    got=$(tail -n 1 "$job.dir/replay")
    [ $replay_code -eq 1 ] && [ "${got%% at *}" = "$finding" ] ||
        fail "replay: $finding" "$got, exit code $replay_code"
}

# Does the program print lines that look like ours? The last one is the verdict.
forges() {
    case $title in *forge* | prints_verdicts*) return 0 ;; esac
    grep -q 'act_forges_verdict();' "$programs_in/$file"
}

# What every ending must be like, whatever the program did.
judge() { # exit code, ms, limit, expected
    last=$(tail -n 1 "$job.dir/out" | tr -d '\000')
    lines=$(grep -a -c -E '^mazurka: (safe|unsafe|incomplete|not checked): ' \
        "$job.dir/out")
    if [ "$lines" -gt 1 ] && forges; then
        lines=1
    fi
    left=$(ls -A "$job.dir/tmp")
    alive=$(survivors)
    if [ "$1" -eq 124 ] || [ "$1" -eq 137 ]; then
        fail "$4" "nothing for $2 ms; exit code $1, $last"
    elif [ "$1" -eq 4 ]; then
        fail "$4" "exit code 4: $(grep -a fault "$job.dir/err" | head -n 1), $last"
    elif [ "$(code_of "$last")" != "$1" ]; then
        fail "$4" "exit code $1 with: $last"
    elif ! is_one_of "$last" "$4"; then
        fail "$4" "$last"
    elif [ "$lines" -ne 1 ]; then
        fail "one last line" "$lines"
    elif [ "$(tail -c 1 "$job.dir/out")" != "" ]; then
        fail "a newline at the end" "none"
    elif ! said=$(check_json "$last"); then
        fail "JSON: $last" "$said"
    elif ! said=$(check_words); then
        fail "it says $said" "$(tail -n 5 "$job.dir/out" | tr '\n' ' ')"
    elif [ -n "$left" ]; then
        fail "nothing in TMPDIR" "$left"
    elif [ -n "$alive" ]; then
        fail "no process lives on" "$alive"
    elif [ "$2" -gt "$3" ]; then
        fail "within $3 ms" "$2 ms"
    else
        return 0
    fi
    return 1
}

one_check() { # job
    job=$1
    {
        read -r file
        read -r way
        read -r options
        read -r arguments
        read -r expected
    } <"$job"
    title="$file $options${arguments:+ -- $arguments}"
    name=$(basename "$file" .c)
    [ "$way" != states ] || name=$name-states
    mkdir -p "$job.dir/tmp" && cd "$job.dir" || exit 1
    [ -x "$work/$name" ] || return # which has been said
    ln "$work/$name" "$name"
    TMPDIR=$job.dir/tmp
    export TMPDIR LD_LIBRARY_PATH="$work/library"
    limit=$(limit_of "$options")
    hard=$((limit / 1000 + 5))
    start=$(now)
    # shellcheck disable=SC2086 # options and arguments are words
    if [ "$way" = itself ]; then
        title="$title (by itself)"
        MAZURKA_OPTIONS="--color=never --trace=trace.json --json=result.json $options" \
            timeout -k 1 $hard "./$name" $arguments >out 2>err </dev/null
    else
        timeout -k 1 $hard "$mazurka" run --color=never --trace=trace.json \
            --json=result.json $options "./$name" -- $arguments \
            >out 2>err </dev/null
    fi
    code=$?
    took=$(($(now) - start))
    judge $code $took "$limit" "$expected" || return
    case $last in
    *nondeterminism*) ;; # which is that it cannot be replayed
    'mazurka: unsafe: '*)
        grep -q '^// large' "$programs_in/$file" ||
            "$work/json-valid" result.json findings.0.confirmed=false >/dev/null ||
            check_replay "$last"
        ;;
    esac
    [ -e "$job.failed" ] || pass
    [ -n "${KEEP:-}" ] || (cd / && rm -rf "$job.dir")
}

compile() { # file
    file=$1
    job=$work/jobs/$(basename "$file" .c)
    title=$file
    build "$(basename "$file" .c)"
    [ -z "$(header states)" ] || build "$(basename "$file" .c)-states" --states
}

build() { # name, options
    mkdir -p "$work/$1.tmp"
    flags=$(header flags | sed -e "s|\$HOSTILE|$here|g" -e "s|\$LIBRARY|$work/library|g")
    # shellcheck disable=SC2086 # words
    (cd "$programs_in" && TMPDIR=$work/$1.tmp timeout 120 "$mazurka" cc \
        ${2:-} -g "$file" -D_GNU_SOURCE "-I$here" "-I$here/../../include" \
        $flags -o "$work/$1" >"$work/$1.log" 2>&1) || rm -f "$work/$1"
    if [ ! -x "$work/$1" ]; then
        fail "it compiles" "$(grep -a error "$work/$1.log" | head -n 1)"
    elif [ -n "$(ls -A "$work/$1.tmp")" ]; then
        fail "nothing in TMPDIR after compiling" "$(ls -A "$work/$1.tmp")"
    fi
}

if [ "${1:-}" = --job ]; then
    mazurka=$2
    work=$3
    one_check "$4"
    exit 0
elif [ "${1:-}" = --compile ]; then
    mazurka=$2
    work=$3
    compile "$4"
    exit 0
fi

# ---------------------------------------------------------------- all checks

[ -x "${1:-}" ] || {
    echo "usage: sh tests/hostile/run.sh path/to/mazurka [NAME.c…]"
    exit 1
}
mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
self=$here/$(basename "$0")
work=$(mktemp -d) || exit 1
[ -n "${KEEP:-}" ] || trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
unset NO_COLOR MAZURKA_OPTIONS
export SLOWER
mkdir "$work/jobs" "$work/library"
cc=${CC:-gcc}
$cc -O1 "$here/json_valid.c" -o "$work/json-valid" -lcjson &&
    $cc -O1 "$here/json_change.c" -o "$work/json-change" -lcjson &&
    $cc -O1 -fPIC -c "$here/outside/outside.c" -o "$work/library/outside.o" &&
    $cc -shared "$work/library/outside.o" -o "$work/library/liboutside.so" &&
    mkdir "$work/library/static" &&
    ar rcs "$work/library/static/liboutside.a" "$work/library/outside.o" ||
    exit 1

all_of() { # pattern, pattern of what is left out
    (cd "$programs_in" && ls | grep -e "$1" | grep -v -e "$2" -e '^json_' -e '^generate')
}

[ $# -gt 0 ] || set -- acts programs cases
programs=
scripts=
quick=
for word; do
    word=$(basename "$word")
    case $word in
    quick)
        quick=yes
        ONCE=yes
        programs="$programs $(cd "$programs_in" && grep -L '^// slow' \
            $(all_of '\.c$' '^act_'))"
        ;;
    acts) programs="$programs $(all_of '^act_.*\.c$' ' ')" ;;
    programs) programs="$programs $(all_of '\.c$' '^act_')" ;;
    cases) scripts="$scripts $(all_of '_cases\.sh$' ' ')" ;;
    *_cases.sh) scripts="$scripts $word" ;;
    *) programs="$programs $word" ;;
    esac
done

acts_of() { # class
    sed -n "s/^ACT(\([a-z_0-9]*\), $1, .*/\1/p" "$here/acts.def"
}

number=0
add_job() { # way, options, arguments, expected
    case "$2 -- $3" in *"$only"*) ;; *) return ;; esac
    number=$((number + 1))
    printf '%s\n' "$file" "$1" "$2" "$3" "$4" \
        >"$work/jobs/$(printf %05d $number)"
}

# All words, or one of them, another one each time.
some_of() { # words
    if [ -z "$quick" ]; then
        echo "$1"
        return
    fi
    set -- $1
    shift $((chosen % $#))
    echo "$1"
}

chosen=0
add_algorithms() { # way, options, arguments, expected
    case $2 in
    *--algorithm=*,*)
        chosen=$((chosen + 1))
        before=${2%%--algorithm=*}
        list=${2#*--algorithm=}
        after=${list#* }
        [ "$after" != "$list" ] || after=
        for algorithm in $(some_of "$(echo "${list%% *}" | tr , ' ')"); do
            add_job "$1" "$before--algorithm=$algorithm $after" "$3" "$4"
        done
        ;;
    *) add_job "$@" ;;
    esac
}

add_jobs() { # way, one header line: OPTIONS [-- ARGUMENTS] => EXPECTED
    options=${2%%=> *}
    options=${options% }
    arguments=$(header arguments)
    case " $options" in
    *' -- '*)
        arguments=${options##*-- }
        options=" $options"
        options=${options%% -- *}
        options=${options# }
        ;;
    esac
    expected=$(echo "${2#*=> }" | sed "s/FILE/$file/g")
    add_algorithms "$1" "$options" "$arguments" "$expected"
    case $1$options in
    states* | *=*,*) ;;
    *) [ -n "$first${ONCE:-}" ] || add_job itself "$options" "$arguments" "$expected" ;;
    esac
    first=no
}

for word in $programs; do
    file=${word%%:*}
    only=
    case $word in *:*) only=${word#*:} ;; esac
    first=
    header check >"$work/checks"
    while IFS= read -r line; do
        add_jobs run "$line"
    done <"$work/checks"
    header states >"$work/checks"
    while IFS= read -r line; do
        add_jobs states "$line"
    done <"$work/checks"
    header acts >"$work/checks"
    while IFS= read -r line; do
        options=
        classes=
        for part in ${line%%=> *}; do
            case $part in
            -*) options="$options $part" ;;
            *) classes="$classes $part" ;;
            esac
        done
        for class in $classes; do
            for act in $(acts_of "$class"); do
                add_jobs run "${options# } -- $act => ${line#*=> }"
            done
        done
    done <"$work/checks"
done

if [ $number -gt 0 ]; then
    for word in $programs; do
        echo "${word%%:*}"
    done | sort -u | xargs -n 1 -P "${JOBS:-2}" sh "$self" --compile "$mazurka" "$work"
    ls "$work"/jobs/[0-9]* | xargs -n 1 -P "${JOBS:-2}" sh "$self" --job "$mazurka" "$work"
fi
for script in $scripts; do
    mkdir -p "$work/$script.dir/tmp"
    job=$work/jobs/$script
    (cd "$work/$script.dir" && MAZURKA=$mazurka WORK=$work HOSTILE=$here \
        TMPDIR=$work/$script.dir/tmp JOB=$job sh "$here/$script")
done
cat "$work"/jobs/*.failures 2>/dev/null
passed=$(cat "$work"/jobs/*.passed 2>/dev/null | wc -l)
failed=$(cat "$work"/jobs/*.failed 2>/dev/null | wc -l)
[ -z "${KEEP:-}" ] || echo "kept: $work"
echo "$((passed)) passed, $((failed)) failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
