# SPDX-License-Identifier: Apache-2.0
# A disk that is full: no half-written file, and an exit code that is ours.

# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"

"$MAZURKA" cc -g small.c -o small || exit 1
"$MAZURKA" cc -g safe.c -o safe || exit 1

whole() { # title, file: there, and valid, or not there
    if [ ! -e "$2" ] || "$WORK/json-valid" "$2" >/dev/null; then
        passed
    else
        failed "$1" "all of $2 or nothing" "$(head -c 60 "$2")"
    fi
}

# No file may grow beyond some blocks of 512 bytes.
for blocks in 0 1 2 4; do
    for program in small safe; do
        wanted="1 3"
        [ $program = small ] || wanted="0 3"
        rm -f result.json trace.json
        (
            ulimit -f $blocks
            "$MAZURKA" run --json=result.json --trace=trace.json ./$program \
                2>&1 </dev/null
        ) | cat >out
        whole "$program, files of $blocks blocks" result.json
        whole "$program, files of $blocks blocks" trace.json
        last=$(last_line out)
        case " $wanted " in
        *" $(code_of "$last") "*) passed ;;
        *) failed "$program, files of $blocks blocks" "a last line" "$last" ;;
        esac
    done
done
rm -f result.json

# A file that is there stays as it is, if the new one cannot be written.
echo '{"old": true}' >result.json
(
    ulimit -f 0
    "$MAZURKA" run --json=result.json ./safe 2>&1 </dev/null
) | cat >out
whole "the old file" result.json
rm -f result.json
"$MAZURKA" run --json=/dev/full --trace=trace.json ./small >out 2>err </dev/null
ended "JSON to a full device" $? "1 3"
"$MAZURKA" run --trace=/dev/full ./small >out 2>err </dev/null
ended "a trace to a full device" $? "1 3"

# A small disk of its own, where that is allowed.
mkdir disk
if mount -t tmpfs -o size=64k none disk 2>/dev/null; then
    head -c 65536 /dev/zero >disk/full 2>/dev/null
    "$MAZURKA" run --json=disk/result.json --trace=disk/trace.json ./small \
        >out 2>err </dev/null
    ended "a full disk" $? "1 3"
    whole "a full disk" disk/result.json
    whole "a full disk" disk/trace.json
    if [ "$(ls disk | grep -c -v -e full -e result.json -e trace.json)" -eq 0 ]; then
        passed
    else
        failed "a full disk" "nothing else is left there" "$(ls disk)"
    fi
    OLD=$TMPDIR
    TMPDIR=$PWD/disk
    export TMPDIR
    "$MAZURKA" check small.c >out 2>err </dev/null
    code=$?
    TMPDIR=$OLD
    ended "no room for the compiler" $code "1 3"
    if [ "$(ls disk | grep -c mazurka-)" -eq 0 ]; then
        passed
    else
        failed "no room for the compiler" "nothing left" "$(ls disk)"
    fi
    umount disk
fi
