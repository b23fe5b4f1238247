# SPDX-License-Identifier: Apache-2.0
# `mazurka run` of what was not built by `mazurka cc`: exit code 3, and it does not
# run.

# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"

refused() { # title, words of mazurka
    title=$1
    shift
    rm -f ran
    timeout 20 "$MAZURKA" "$@" >out 2>err </dev/null
    ended "$title" $? 3
    if [ -e ran ]; then
        failed "$title" "it does not run" "it ran"
    else
        passed
    fi
}

cat >plain.c <<'EOT'
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
    close(creat("ran", 0600));
    puts("mazurka: safe: 1 executions");
    return 0;
}
EOT
${CC:-gcc} plain.c -o plain
${CC:-gcc} -DMARK='"mazurka runtime 0.1.0 mazurka-program"' plain.c -o marked
printf 'mazurka runtime 0.1.0\n' >>marked
cat >script <<'EOT'
#!/bin/sh
# mazurka runtime 0.1.0
touch ran
echo 'mazurka: safe: 1 executions'
EOT
chmod +x script
mkdir folder
: >empty
chmod +x empty
"$MAZURKA" cc small.c -o small
head -c 2000 small >cut
chmod +x cut
cp small not-executable
chmod -x not-executable
mkfifo pipe
ln -s loop loop

refused "a program of the system" run /bin/true
refused "its exit code is no matter" run /bin/false
refused "a program by another compiler" run ./plain
refused "one with our words in it" run ./marked
refused "a script with our words in it" run ./script
refused "a folder" run ./folder
refused "an empty file" run ./empty
refused "a part of a program" run ./cut
refused "a file that is not there" run ./nothing
refused "a file that may not be run" run ./not-executable
refused "a device" run /dev/null
refused "a link to itself" run ./loop
refused "a pipe" run ./pipe
refused "a source file" run ./plain.c
refused "nothing" run
refused "an object file is no program" run "$WORK/library/outside.o"
refused "a library is no program" run "$WORK/library/liboutside.so"
refused "a file that is not there, checked" check nothing.c
refused "a program that does not compile" check "$HOSTILE/run.sh"
echo 'int main(void) { undefined(); }' >undefined.c
refused "a program that cannot be linked" check undefined.c
echo 'int f(void) { return 0; }' >no_main.c
refused "a program without main" check no_main.c

# That it was not checked is in the JSON, too.
timeout 20 "$MAZURKA" run --json=result.json ./plain >out 2>err </dev/null
if said=$("$WORK/json-valid" result.json verdict=not-checked); then
    passed
else
    failed "JSON of what was not built by mazurka cc" "not-checked" "$said"
fi
