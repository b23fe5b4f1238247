#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The tool as it is installed, from a folder that knows nothing of the sources:
# checks a program that includes <mazurka.h>, is found by pkg-config and CMake, is
# a compiler for make, has a manual page and completions, and is a Debian package.
#
#   sh tests/install.sh BUILD-FOLDER

build=$(cd "$1" && pwd)
examples=$(cd "$(dirname "$0")/../examples" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
wrong=0

# expect WHAT COMMAND…: its output has a line that matches.
expect() {
    what=$1
    shift
    "$@" >out 2>&1
    grep -q -- "$what" out && return
    echo "no '$what' from: $*"
    cat out
    wrong=$((wrong + 1))
}

cmake --build "$build" --target mazurka generated >out 2>&1 || cat out
DESTDIR="$work/root" cmake --install "$build" --prefix /usr >out || cat out
prefix=$work/root/usr
PATH=$prefix/bin:$PATH
cp "$examples/choose.c" "$examples/deadlock.c" .

expect '^mazurka: safe: 24 executions' mazurka choose.c -DFIXED
expect '^mazurka: unsafe: deadlock' mazurka deadlock.c
expect 'mz step' grep -r 'mz step' "$prefix/share/mazurka/gdb.py"

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$prefix/lib/pkgconfig
    export PKG_CONFIG_PATH
    tool=$(pkg-config --variable=mazurka mazurka)
    expect '^mazurka: unsafe: deadlock' "$tool" deadlock.c
    # shellcheck disable=SC2046 # the words of flags
    expect '^works' sh -c \
        "cc $(pkg-config --cflags mazurka) choose.c -o choose -pthread && echo works"
fi

mkdir made
cat >made/Makefile <<'END'
check: test
	./test
test: choose.o
	$(CC) $^ -o $@ -pthread
END
cp choose.c made
expect '^mazurka: safe: 24 executions' \
    make -C made CC='mazurka cc' CFLAGS=-DFIXED

mkdir cmade
cat >cmade/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(made C)
enable_testing()
find_package(Mazurka REQUIRED)
mazurka_add_test(NAME fixed SOURCES ../deadlock.c COMPILE_OPTIONS -DFIXED)
mazurka_add_test(NAME broken SOURCES ../deadlock.c EXPECT deadlock
                 ALGORITHM optimal TIMEOUT 60)
mazurka_add_test(NAME unsafe SOURCES ../deadlock.c EXPECT unsafe)
mazurka_add_test(NAME wrong SOURCES ../deadlock.c EXPECT safe)
mazurka_add_test(NAME other SOURCES ../deadlock.c EXPECT leak)
END
expect 'Build files have been written' cmake -S cmade -B cmade/build \
    -DCMAKE_PREFIX_PATH="$prefix"
expect '2 tests failed out of 5' ctest --test-dir cmade/build
cp out tests
expect 'wrong (Failed)' cat tests
expect 'other (Failed)' cat tests

command -v groff >/dev/null &&
    expect 'check multithreaded C programs' \
        groff -man -Tascii -ww "$prefix/share/man/man1/mazurka.1"
expect '^pop$' bash -c '
    compopt() { :; }
    . "$0/share/bash-completion/completions/mazurka"
    COMP_WORDS=(mazurka --algorithm = po) COMP_CWORD=3
    _mazurka
    echo "${COMPREPLY[@]}"' "$prefix"
expect 'complete -c mazurka -l timeout' \
    cat "$prefix/share/fish/vendor_completions.d/mazurka.fish"
expect '^#compdef mazurka' cat "$prefix/share/zsh/site-functions/_mazurka"

if command -v dpkg-shlibdeps >/dev/null; then
    (cd "$build" && cpack -G DEB -B "$work/package") >out 2>&1 || cat out
    expect 'Depends:.*clang-19' dpkg --info "$work"/package/mazurka_*.deb
    dpkg -x "$work"/package/mazurka_*.deb "$work/unpacked"
    expect '^mazurka: safe' "$work/unpacked/usr/bin/mazurka" choose.c -DFIXED
fi

[ "$wrong" -eq 0 ] && echo "as it should be"
