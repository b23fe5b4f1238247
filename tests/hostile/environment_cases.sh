# SPDX-License-Identifier: Apache-2.0
# Environments: odd standard files, folders, names, variables, many options.

# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"

"$MAZURKA" cc -g small.c -o small || exit 1
"$MAZURKA" cc -g safe.c -o safe || exit 1
"$MAZURKA" cc -g huge.c -o huge || exit 1

# Standard files that are closed or full. There is no last line to be seen, but
# an exit code, and JSON. That it could not be told may count for what is safe (2),
# but a finding is a finding.
silent() { # title, exit code, codes that are right
    right=$3
    [ "$3" -ne 0 ] || right="0 2"
    case " $right " in
    *" $2 "*) ;;
    *)
        failed "$1" "exit code $right" "$2, $(tail -n 1 err)"
        return
        ;;
    esac
    if ! said=$("$WORK/json-valid" result.json); then
        failed "$1" "JSON" "$said"
    else
        passed
    fi
    rm -f result.json
}
: >err
"$MAZURKA" run --json=result.json ./small >&- 2>err </dev/null
silent "standard output is closed, unsafe" $? 1
"$MAZURKA" run --json=result.json ./safe >&- 2>err </dev/null
silent "standard output is closed, safe" $? 0
"$MAZURKA" run --json=result.json ./safe >/dev/full 2>err </dev/null
silent "standard output is full, safe" $? 0
"$MAZURKA" run --json=result.json ./small >/dev/full 2>err </dev/null
silent "standard output is full, unsafe" $? 1
"$MAZURKA" run --json=result.json ./small >&- 2>&- <&-
silent "all three are closed" $? 1
"$MAZURKA" check --json=result.json small.c >&- 2>&- <&-
silent "all three are closed, while compiling" $? 1
"$MAZURKA" run --json=result.json ./small 2>&1 </dev/null >/dev/full
silent "both are full" $? 1
MAZURKA_OPTIONS=--json=result.json ./small >&- 2>err </dev/null
silent "by itself, standard output is closed" $? 1
MAZURKA_OPTIONS=--json=result.json ./safe >&- 2>&- <&-
silent "by itself, all are closed" $? 0
for command in "run ./small" "run ./safe" "check small.c"; do
    wanted=1
    [ "$command" != "run ./safe" ] || wanted=0
    # shellcheck disable=SC2086 # words
    {
        timeout 20 "$MAZURKA" $command --json=result.json 2>err </dev/null
        echo $? >code
    } | true
    silent "nobody reads the pipe: $command" "$(cat code)" $wanted
done
"$MAZURKA" run --json=- ./small >result.json 2>err </dev/null
code=$?
cp err out
ended "JSON to standard output" $code 1
rm -f result.json

# Many options, long ones, bad ones.
many=
for i in $(seq 300); do
    many="$many --max-executions=$((i + 1000))"
done
MAZURKA_OPTIONS="$many" ./small >out 2>err </dev/null
ended "300 words in MAZURKA_OPTIONS" $? "1 3"
MAZURKA_OPTIONS="$many --algorithm=nonsense" ./small >out 2>err </dev/null
ended "the last of 301 words is wrong" $? 3
# shellcheck disable=SC2086 # words
"$MAZURKA" run $many --algorithm=nonsense ./small >out 2>err </dev/null
ended "the same as arguments" $? 3
# shellcheck disable=SC2086 # words
"$MAZURKA" run $many ./safe >out 2>err </dev/null
ended "300 words as arguments" $? 0
MAZURKA_OPTIONS="--max-executions 1000 --timeout 20 --quiet" ./small >out 2>err </dev/null
ended "values as words of their own" $? 1
MAZURKA_OPTIONS="--tiemout 20" ./small >out 2>err </dev/null
ended "a slip of the pen" $? 3
grep -q 'did you mean --timeout?' err ||
    failed "a slip of the pen" 'did you mean --timeout?' "$(head -1 err)"
long=$(printf '%070000d' 0)
MAZURKA_OPTIONS="--trace=$long" ./safe >out 2>err </dev/null
ended "an option of 70,000 bytes" $? "0 3"
# shellcheck disable=SC2046 # words
"$MAZURKA" run ./safe -- $(seq 5000) >out 2>err </dev/null
ended "5000 arguments for the program" $? 0
"$MAZURKA" run ./safe -- "$long" "" ' ' '
' >out 2>err </dev/null
ended "a long argument, and odd ones" $? 0
for options in "--timeout=-1" "--timeout=1e9" "--timeout=nan" "--max-memory=1" \
    "--max-executions=99999999999999999999999" "--k=-1" "--trace=/" \
    "--json=/nowhere/at/all" "--trace=/nowhere/at/all" "--seed=-1" "--unroll=x" \
    "--trust=" "--check=nonsense" "--no-check=nonsense" "--error-exitcode=999"; do
    MAZURKA_OPTIONS=$options timeout 20 ./safe >out 2>err </dev/null
    ended "MAZURKA_OPTIONS=$options" $? "0 2 3"
    timeout 20 "$MAZURKA" run "$options" ./safe >out 2>err </dev/null
    ended "$options" $? "0 2 3"
done
for options in "--json=/nowhere/at/all" "--trace=/nowhere/at/all" "--trace=/" \
    "--trace=/dev/full" "--json=/dev/full" "--json=folder"; do
    mkdir -p folder
    timeout 20 "$MAZURKA" run "$options" ./small >out 2>err </dev/null
    ended "a finding with $options" $? "1 3"
done
MAZURKA_PROGRAM='{"replay": "/etc/passwd"' ./safe >out 2>err </dev/null
ended "MAZURKA_PROGRAM is nonsense" $? "0 3"
MAZURKA_PROGRAM='[1, 2, {"program": 7}]' ./small >out 2>err </dev/null
ended "MAZURKA_PROGRAM is something else" $? "1 3"

# Names that are ours.
for name in __mz_abort __mz_write __mz_at main_other __mz_program mazurka_main; do
    echo "void *$name(void) { return 0; } int main(void) { return 0; }" >ours.c
    timeout 20 "$MAZURKA" check ours.c >out 2>err </dev/null
    ended "the program defines $name" $? "0 3"
done

# Folders and names.
TMP=$TMPDIR
TMPDIR=/nowhere/at/all "$MAZURKA" check small.c >out 2>err </dev/null
ended "TMPDIR is not there" $? "1 3"
TMPDIR=$TMP
mkdir gone && cd gone && rmdir ../gone
"$MAZURKA" run ../small >"$OLDPWD/out" 2>"$OLDPWD/err" </dev/null
code=$?
cd "$OLDPWD" || exit 1
ended "the current folder is gone" $code "1 3"
for name in "a b.c" "a'b.c" 'a"b.c' 'a$b.c' "-x.c" "a;b.c" "ä.c" "a\\b.c" "a
b.c" "$(printf '\377').c" "a,b.c" "%s%n.c" "a:b.c" "mazurka: safe: 1 executions.c"; do
    cp small.c "./$name"
    "$MAZURKA" check --json=result.json "./$name" >out 2>err </dev/null
    ended "a file $name" $? 1
    rm -f "./$name" result.json ./*mazurka-trace.json
done
cp small "odd name"
"$MAZURKA" run "./odd name" >out 2>err </dev/null
ended "a program with a space in its name" $? 1
env -i "$MAZURKA" run ./small >out 2>err </dev/null
ended "an empty environment" $? 1
env -i ./small >out 2>err </dev/null
ended "an empty environment, by itself" $? 1
(
    ulimit -n 5 # the shell itself could not redirect anything then
    exec "$MAZURKA" run ./small
) >out 2>err </dev/null
ended "five files" $? "1 2 3"
(
    ulimit -s 64
    "$MAZURKA" run ./small >out 2>err </dev/null
)
ended "a stack of 64 KiB" $? "1 2 3"
(
    ulimit -v 200000
    "$MAZURKA" run ./small >out 2>err </dev/null
)
ended "200 MB of addresses" $? "1 2 3"
(
    ulimit -t 1
    "$MAZURKA" run ./huge >out 2>err </dev/null
)
ended "a second of the processor" $? "2 3"
(
    trap '' INT TERM HUP QUIT PIPE CHLD
    timeout 20 "$MAZURKA" run --timeout=1 ./small >out 2>err </dev/null
)
ended "signals are ignored from the start" $? 1
LD_PRELOAD=$WORK/library/liboutside.so "$MAZURKA" run ./safe >out 2>err </dev/null
ended "something is preloaded" $? "0 2 3"
LD_BIND_NOW=1 MALLOC_PERTURB_=165 GLIBC_TUNABLES=glibc.malloc.check=3 \
    "$MAZURKA" run ./small >out 2>err </dev/null
ended "variables of the C library" $? 1
