#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The compiler as a build system sees it: files, flags, messages, exit codes.
#
# test_driver.sh COMPILER RUNTIME
set -u
compiler=$1
export MAZURKA_RUNTIME="$2"
here=$(mktemp -d) || exit 1
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
failed=0

check() { # NAME: did the last command do what it should?
    if [ "$2" -eq 0 ]; then
        echo "ok: $1"
    else
        echo "FAILED: $1"
        failed=1
    fi
}

gives() { # NAME STATUS COMMAND…: exit status
    name=$1 status=$2
    shift 2
    "$@" >out 2>err
    found=$?
    [ "$found" -eq "$status" ] || cat out err
    check "$name (status $found)" "$((found - status))"
}

says() { # NAME FILE PATTERN
    grep -q -e "$3" "$2"
    check "$1" $?
}

cat >trivial.c <<'EOF'
int main(void) { return 0; }
EOF
gives "no such way with loops" 3 "$compiler" --loops=some trivial.c -o t
says "and says so" err 'one of await, assume, off'
gives "no such purity" 3 "$compiler" --purity=some trivial.c -o t
says "and says so" err 'one of full, paper'
gives "loops explained" 0 "$compiler" --explain-loops trivial.c
[ ! -e a.out ] && [ ! -s out ]
check "without an output, and nothing to say" $?

cat >counter.h <<'EOF'
extern int counter;
extern _Thread_local int mine;
int add(int n);
int plain(int n);
int rand(void);
EOF
cat >counter.c <<'EOF'
#include "counter.h"
int counter;
_Thread_local int mine = 3;
int add(int n) {
    counter += n;
    return counter;
}
int rand(void) { return counter + 2; }
EOF
cat >main.c <<'EOF'
#include "counter.h"
int main(void) {
    mine++;
    counter = rand();
    return add(mine) + plain(1);
}
EOF
cat >plain.c <<'EOF'
int plain(int n) { return n; }
EOF
cat >wrong.c <<'EOF'
int main(void) { return undeclared; }
EOF

# What a configure script tries.
gives "a trivial program" 0 "$compiler" trivial.c
gives "which runs" 0 ./a.out
gives "with an output" 0 "$compiler" -o trivial trivial.c -lm
gives "--version is clang's" 0 "$compiler" --version
says "and says so" out "clang version"
gives "-print-search-dirs" 0 "$compiler" -print-search-dirs
gives "-dumpmachine" 0 "$compiler" -dumpmachine
gives "-v" 0 "$compiler" -v
gives "no input" 1 "$compiler"
gives "-E" 0 "$compiler" -E -DX=7 trivial.c
says "has the text" out "int main"
gives "-M" 0 "$compiler" -M main.c
says "names headers" out "counter.h"
gives "-MM" 0 "$compiler" -MM main.c
gives "-fsyntax-only" 0 "$compiler" -fsyntax-only trivial.c
echo 'int main(void) { return 0; }' | "$compiler" -x c - -o from_stdin
check "a source from standard input" $?
gives "its program" 0 ./from_stdin
printf '%s\n' '-DVALUE="quoted word"' trivial.c -o answered >words
gives "a response file" 0 "$compiler" @words
gives "its output" 0 test -x answered

# Errors are clang's own.
gives "a wrong program" 1 "$compiler" -c wrong.c
says "clang's message" err "wrong.c:1:25: error: use of undeclared identifier"
gives "no object is left" 1 test -e wrong.o
gives "a warning as an error" 1 "$compiler" -Wall -Werror -c -xc - </dev/null \
    -Wempty-translation-unit -pedantic
gives "a missing file" 1 "$compiler" -c absent.c
gives "an unknown flag" 1 "$compiler" -fno-such-flag -c trivial.c
gives "an undefined symbol" 1 "$compiler" main.c
says "the linker's message" err "undefined reference"
gives "two sources and one object" 1 "$compiler" -c -o x.o main.c counter.c

# What cannot be done is said.
gives "-shared" 3 "$compiler" -shared trivial.c -o libx.so
says "says why" err "^mazurka: not checked: -shared"
cp trivial.c plusplus.cpp
gives "C++" 3 "$compiler" -c plusplus.cpp
says "says why" err "^mazurka: not checked: plusplus.cpp is not C"
MAZURKA_RUNTIME=/no/such/file "$compiler" trivial.c 2>err
check "no runtime" "$(($? - 3))"

# Several files, objects, archives, ordinary objects beside ours.
cc -c plain.c -o plain.o
gives "several objects" 0 "$compiler" -c main.c counter.c
gives "are linked" 0 "$compiler" main.o counter.o plain.o -o program
./program >out
printf '%s\n' "read 4 mine" "write 4 4 mine" "read 4 counter" \
    "write 4 2 counter" "read 4 mine" \
    "read 4 counter" "write 4 6 counter" "read 4 counter" \
    "external plain" "returned 7" >expected
diff expected out
check "thread-locals, own functions and strangers over modules" $?
ar rc libcounter.a counter.o
gives "an archive" 0 "$compiler" main.c plain.o -L. -lcounter -o program
./program >again
cmp expected again
check "is the same program" $?
gives "sources and objects" 0 "$compiler" main.o counter.c plain.o -o program
gives "all in one" 0 "$compiler" -O2 -g -pthread -std=gnu11 -I. -Wall \
    main.c counter.c plain.c -Wl,-O1 -o program
./program >again
grep -v external expected | cmp - again
check "knows all of its functions" $?
gives "assembly" 0 "$compiler" -S main.c -o main.s
says "is assembly" main.s "__mz_main"
gives "instrumented IR" 0 "$compiler" -S -emit-llvm main.c -o main.ll
says "is IR" main.ll "call void @__mz_write"
gives "bitcode" 0 "$compiler" -c -emit-llvm main.c
gives "is there" 0 test -s main.bc
gives "-c into a directory" 0 sh -c \
    "mkdir sub && '$compiler' -c -o sub/main.o main.c && test -s sub/main.o"
gives "without position independence" 0 "$compiler" -fno-pie -no-pie \
    main.c counter.c plain.c -o program
./program >again
grep -v external expected | cmp - again
check "runs as well" $?
gives "a partial link" 0 "$compiler" -r main.o counter.o -o both.o
gives "is completed" 0 "$compiler" both.o plain.o -o program
gives "sanitizers are left out" 0 "$compiler" -fsanitize=thread trivial.c

# An ordinary project with dependency files.
mkdir project
cp main.c counter.c counter.h plain.c project
cat >project/Makefile <<'EOF'
objects = main.o counter.o plain.o
CFLAGS = -O2 -MMD -MP
program: $(objects)
	$(CC) $(CFLAGS) -o $@ $(objects)
-include $(objects:.o=.d)
EOF
gives "make" 0 make -C project CC="$compiler"
says "dependency file" project/main.d "^main.o: main.c counter.h"
gives "nothing to do" 0 make -C project -q CC="$compiler"
sleep 1
touch project/counter.h
gives "a header changed" 1 make -C project -q CC="$compiler"
gives "make again" 0 make -C project CC="$compiler"
gives "-MD -MF -MT" 0 "$compiler" -c main.c -o sub/m.o -MD -MF sub/deps -MT all
says "is obeyed" sub/deps "^all: main.c"
echo 'int broken(' >project/plain.c
gives "make sees an error" 2 make -C project CC="$compiler"

exit $failed
