# SPDX-License-Identifier: Apache-2.0
# A trace file is data: replaying one from a stranger runs nothing that it names,
# writes nothing, and is refused with exit code 3.

# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"

"$MAZURKA" cc -g small.c -o small || exit 1
"$MAZURKA" run --trace=good.json ./small >out 2>err </dev/null
"$MAZURKA" check --trace=source.json small.c >out 2>err </dev/null
timeout 20 "$MAZURKA" replay good.json >out 2>err </dev/null
ended "the trace itself" $? 1
timeout 20 "$MAZURKA" replay --rebuild source.json >out 2>err </dev/null
ended "the trace of a source file, built again" $? 1
timeout 20 "$MAZURKA" replay source.json >out 2>err </dev/null
ended "the same without being asked" $? "1 3"

cat >bad_program.c <<'EOT'
#include <fcntl.h>
#include <unistd.h>
static __attribute__((constructor)) void before(void) { close(creat("ran", 0600)); }
int main(void) { return 0; }
EOT
${CC:-gcc} bad_program.c -o bad
"$MAZURKA" cc bad_program.c -o bad_ours
cat bad_ours >/dev/null
printf '#!/bin/sh\n# mazurka runtime 0.1.0\ntouch ran\n' >script
chmod +x script bad
cat >evil-ld <<'EOT'
#!/bin/sh
touch ran
EOT
chmod +x evil-ld
mkdir evil && cp evil-ld evil/ld && cp evil-ld evil/ld.evil && cp evil-ld evil/as && cp evil-ld evil/clang

# $1 title, $2 a file: refused, and nothing has run or been written
refused() {
    rm -f ran written* ./*.d
    before=$(ls -A | sort)
    timeout 20 "$MAZURKA" replay --rebuild "$2" >out 2>err </dev/null
    code=$?
    ended "$1" $code 3
    timeout 20 "$MAZURKA" replay "$2" >out 2>err </dev/null
    ended "$1, without --rebuild" $? 3
    after=$(ls -A | sort)
    if [ -e ran ] || [ "$before" != "$after" ]; then
        failed "$1" "nothing runs, nothing is written" "$(
            printf '%s\n' "$before" "$after" | sort | uniq -u | tr '\n' ' '
        )"
    else
        passed
    fi
}

# A trace with one value changed: FILE PATH JSON-VALUE
changed() {
    "$WORK/json-change" "$1" "$2" "$3" >bad.json || failed "$2" "it is in the trace" "not"
}

for program in '"/bin/true"' '"./bad"' '"./script"' '"bad"' '"./bad_ours"' \
    '"/proc/self/exe"' '""' '"."' '"/dev/stdin"' 'null' '7' '[]' '["./bad"]'; do
    changed good.json program "$program"
    refused "the program is $program" bad.json
done
sed 's/"program":[^,]*,/"program": "small\\u0000x",/' good.json >bad.json
refused "the program's name has a character 0" bad.json
for option in -fuse-ld=evil "-fuse-ld=$PWD/evil-ld" --ld-path=$PWD/evil-ld -B$PWD/evil \
    -Dmain=other -Dmain -MF -MD -MMD -MFwritten.d -M -save-temps \
    -save-temps=obj -owritten -o -E -S -c --output=written -fplugin=./bad -Xclang -Wl,-o,written \
    "-Wl,-dynamic-linker,$PWD/script" -Wp,-MD,written -Wa,-o,written @bad.json -include \
    -include/etc/passwd -imacros/etc/passwd -l:bad -lbad bad ./bad.c \
    -x -xassembler -Tscript -Ttext=0 -specs=evil -wrapper -ccc-gcc-name -fprofile-instr-use=x \
    -fprofile-generate -fcoverage-mapping --config=evil.cfg -gcc-toolchain=evil \
    --sysroot=evil -resource-dir=evil -fmodules -fmodules-cache-path=written \
    -dependency-file -serialize-diagnostics=written --serialize-diagnostics -ftime-report \
    -ftime-trace=written -fcrash-diagnostics-dir=written -gen-cdb-fragment-path -MJwritten \
    -nostdinc -nostdlib -static -shared -rdynamic -z -Xlinker \
    -Xassembler -Xpreprocessor -mllvm -load=./bad -fpass-plugin=./bad -fembed-bitcode \
    /etc/passwd -- - -v '-###' --help --version -fsanitize=address -pg -p -finstrument-functions; do
    "$WORK/json-change" source.json compiler "[\"$option\", \"small.c\"]" >bad.json
    refused "the compiler is told $option" bad.json
    "$WORK/json-change" source.json compiler "[\"small.c\", \"$option\", \"written\"]" >bad.json
    refused "the compiler is told small.c $option written" bad.json
done
for option in -I/etc -isystem/etc -idirafter/etc -iquote/etc -L. -D_start=main \
    "-Dassert(x)=" "-DX=1 -o written"; do
    "$WORK/json-change" source.json compiler "[\"$option\", \"small.c\"]" >bad.json
    timeout 20 "$MAZURKA" replay --rebuild bad.json >out 2>err </dev/null
    ended "a harmless option, $option" $? "0 1 2 3"
done
"$WORK/json-change" source.json directory "\"/\"" >bad.json
refused "another folder" bad.json
"$WORK/json-change" source.json directory "\"/nowhere/at/all\"" >bad.json
timeout 20 "$MAZURKA" replay --rebuild bad.json >out 2>err </dev/null
ended "a folder that is not there" $? "1 3"
cp small.c small.old
echo '// changed' >>small.c
refused "the source has changed" source.json
cp small.old small.c
cp small small.old
"$MAZURKA" cc -DX small.c -O1 -o small
printf 'x' >>small
refused "the program has changed" good.json
cp small.old small

# Texts that are no trace.
bad() { # title, text
    printf '%s' "$2" >bad.json
    refused "$1" bad.json
}
bad "nothing" ''
bad "a number" '7'
bad "half an object" '{"mazurka": '
bad "an empty object" '{}'
bad "no text" "$(printf '\377\376{}')"
bad "a list" '[]'
bad "many brackets" "$(printf '%0100000d' 0 | tr 0 '[')"
bad "a long text" "{\"mazurka\": \"$(printf '%0100000d' 0)\"}"
head -c 200 good.json >bad.json
refused "a part of a trace" bad.json
refused "a folder" evil
refused "a device" /dev/null
refused "a file that is not there" nothing.json
for where in schedule steps; do
    for value in 'null' '7' '[]' '[[]]' '[{}]' '[-1]' '[99999999999]' '[[99,0],[0,0]]' \
        '[{"thread": 1e300}]' '[{"thread": "main/1/2/3/4/5"}]' '["main/99", "", "main//", "x"]'; do
        "$WORK/json-change" good.json $where "$value" >bad.json 2>/dev/null || continue
        rm -f ran
        timeout 20 "$MAZURKA" replay bad.json >out 2>err </dev/null
        ended "$where is $value" $? "0 1 2 3"
    done
done
# Any byte of it may be another one.
size=$(wc -c <good.json)
for i in $(seq "${BYTES:-40}"); do
    at=$(((i * 7919) % size))
    {
        head -c $at good.json
        printf '%b' "\\0$((i % 7 + 40))"
        tail -c +$((at + 2)) good.json
    } >bad.json
    rm -f ran
    timeout 20 "$MAZURKA" replay bad.json >out 2>err </dev/null
    ended "byte $at is another one" $? "0 1 2 3"
    [ ! -e ran ] || failed "byte $at is another one" "nothing runs" "it ran"
done
