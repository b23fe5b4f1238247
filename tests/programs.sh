#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Small programs with known verdicts: tests/programs/*.c.
#
#   sh tests/programs.sh path/to/mazurka [FOLDER] [FILE.c…]
#
# Each program says at its top what it needs and what has to come out:
#
#   // flags -DN=3 -lm                    for the compiler
#   // arguments a b c                    for the program
#   // check OPTIONS => LAST LINE         without "mazurka: "; a lone N there
#                                         stands for any number
#   // check OPTIONS -- a b => LAST LINE  with these arguments
#   // prints LINE                        exactly once, in every check
#   // says TEXT                          somewhere in every check's output
#   // never TEXT                         nowhere in it
#   // exit 3                             else the code that the last line implies
#   // large                              too much to look at after every step
#
# A program is compiled once. Every finding's trace is replayed three times
# (REPLAYS) and must show the same finding. Undoing steps must lead where running
# again does (--goto=both, for some executions, with little memory for undoing).
# BRIEF=1: findings are replayed once, and undoing is left to other runs.
# Two programs are tested at a time. The exit code is 124 if nothing is wrong but
# that some take longer than LIMIT seconds each.

if [ "${1:-}" = --one ]; then
    shift
else
    [ -x "${1:-}" ] || {
        echo "usage: sh tests/programs.sh path/to/mazurka [FOLDER] [FILE.c...]"
        exit 1
    }
    mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
    shift
    self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
    folder=$(dirname "$0")/programs
    if [ -d "${1:-}" ]; then
        folder=$1
        shift
    fi
    cd "$folder" || exit 1
    [ $# -gt 0 ] || set -- *.c
    work=$(mktemp -d) || exit 1
    trap 'rm -rf "$work"' EXIT
    trap 'exit 1' INT TERM
    unset NO_COLOR MAZURKA_OPTIONS
    for file; do
        printf '%s\n' "$(basename "$file")"
    done | xargs -n 1 -P 2 sh "$self" --one "$mazurka" "$work"
    cat "$work"/*.failures 2>/dev/null
    late=$(cat "$work"/*.late 2>/dev/null | wc -l)
    passed=$(cat "$work"/*.passed 2>/dev/null | wc -l)
    failed=$(cat "$work"/*.failed 2>/dev/null | wc -l)
    echo "$((passed)) passed, $((failed)) failed"
    [ "$late" -eq 0 ] || [ "$failed" -ne "$late" ] || exit 124
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
fi

# ------------------------------------------------------------- one program

mazurka=$1
work=$2
file=$3
name=$(basename "$file" .c)
binary=$work/$name
code=0
replays=${REPLAYS:-${BRIEF:-3}}
limit=${LIMIT:-60} # then the tool is asked to end, and five seconds later it must

header() { # word: what follows it, one line each
    sed -n "s|^// $1 *||p" "$file"
}

pass() {
    echo >>"$work/$name.passed"
}

fail() { # what was checked, what was expected, what was got; $code if too late
    echo >>"$work/$name.failed"
    case $code in 124 | 137) echo >>"$work/$name.late" ;; esac
    printf 'FAILED: %s %s\n    expected: %s\n    got:      %s\n' \
        "$file" "$1" "$2" "$3" >>"$work/$name.failures"
}

last_line() {
    tail -n 1 "$1" | sed 's/^mazurka: //'
}

# A regular expression that a last line has to match: lone N are numbers.
pattern() {
    printf '%s\n' "$1" | sed -e 's/[].[*^$\\]/\\&/g' \
        -e 's/\([ :]\)N\([ ,]\)/\1[0-9][0-9]*\2/g' -e 's/^/^/' -e 's/$/$/'
}

exit_code() { # that a last line implies
    case $1 in
    safe:*) code_of=0 ;;
    unsafe:*) code_of=1 ;;
    incomplete:*) code_of=2 ;;
    *) code_of=3 ;;
    esac
    wanted=$(header exit)
    echo "${wanted:-$code_of}"
}

replay() { # title, last line of the check
    finding=${2%% at *}
    timeout -k 5 $limit "$mazurka" replay --color=never --repeat="$replays" \
        "$work/$name.json" >"$work/$name.out" 2>"$work/$name.err" </dev/null
    code=$?
    got=$(last_line "$work/$name.out")
    if [ $code -ne 1 ] || [ "${got%% at *}" != "$finding" ]; then
        fail "$1, replay" "$finding, exit code 1" "$got, exit code $code, $(
            tail -n 1 "$work/$name.err"
        )"
    else
        pass
    fi
}

check_output() { # title
    header prints | while IFS= read -r line; do
        times=$(grep -c -x -F -e "$line" "$work/$name.out")
        if [ "$times" -eq 1 ]; then
            pass
        else
            fail "$1" "'$line' printed once" "$times times"
        fi
    done
    header says | while IFS= read -r text; do
        if cat "$work/$name.out" "$work/$name.err" | grep -q -F -e "$text"; then
            pass
        else
            fail "$1" "a line with '$text'" \
                "$(tail -n 3 "$work/$name.err" | tr '\n' ' ')"
        fi
    done
    header never | while IFS= read -r text; do
        if cat "$work/$name.out" "$work/$name.err" | grep -F -e "$text" \
            >"$work/$name.told"; then
            fail "$1" "no line with '$text'" "$(head -n 1 "$work/$name.told")"
        else
            pass
        fi
    done
}

check() { # options, arguments, expected last line
    title=${1:-(no options)}${2:+ -- $2}
    rm -f "$work/$name.json"
    # shellcheck disable=SC2086 # options and arguments are words
    timeout -k 5 $limit "$mazurka" run --color=never --trace="$work/$name.json" \
        $1 "$binary" -- $2 >"$work/$name.out" 2>"$work/$name.err" </dev/null
    code=$?
    got=$(last_line "$work/$name.out")
    if ! printf '%s\n' "$got" | grep -q -e "$(pattern "$3")"; then
        fail "$title" "$3" "$got, exit code $code"
        return
    fi
    if [ $code -ne "$(exit_code "$3")" ]; then
        fail "$title" "exit code $(exit_code "$3")" "$code"
        return
    fi
    pass
    check_output "$title"
    case $got in
    'unsafe: nondeterminism'*) ;; # which is that it cannot be replayed
    unsafe:*) replay "$title" "$got" ;;
    esac
}

compare_ways_back() { # options, arguments
    # shellcheck disable=SC2086 # options and arguments are words
    timeout -k 5 $limit "$mazurka" run -q --trace=/dev/null $1 --goto=both \
        --undo-memory=4K --max-executions=20 --timeout=3 "$binary" -- $2 >"$work/$name.out" \
        2>"$work/$name.err" </dev/null
    code=$?
    if [ $code -gt 3 ]; then
        fail "$1 --goto=both" "no fault" \
            "exit code $code, $(tail -n 1 "$work/$name.err")"
    else
        pass
    fi
}

# shellcheck disable=SC2046 # flags are words
timeout -k 5 $limit "$mazurka" cc $(header flags) "$file" -o "$binary" \
    >"$work/$name.out" 2>&1
code=$?
if [ $code -ne 0 ]; then
    fail "does not compile" "" "$(head -n 3 "$work/$name.out" | tr '\n' ' ')"
    exit 0
fi
[ -n "$(header check)" ] || fail "the file" "a line with check" "none"
header check | while IFS= read -r line; do
    options=${line%%=> *}
    arguments=$(header arguments)
    case $options in
    *'-- '*)
        arguments=${options##*-- }
        options=${options%%-- *}
        ;;
    esac
    check "${options% }" "${arguments% }" "${line##*=> }"
    [ -e "$work/$name.compared" ] || [ "${BRIEF:-}" ] || grep -q '^// large$' "$file" ||
        compare_ways_back "${options% }" "${arguments% }"
    : >"$work/$name.compared"
done
rm -f "$binary"
