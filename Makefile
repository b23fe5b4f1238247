# SPDX-License-Identifier: Apache-2.0
# A thin front for people; CMake does the work.
#
#   make            build/mazurka and its runtime, without the costly assertions
#   make check      the inner loop: what finds most mistakes, in a minute
#   make test       all tests, with assertions, and again with sanitizers
#   make test-long  the property test on 1,000,000 programs
#   make install    to PREFIX (/usr/local), below DESTDIR if that is set
#   make package    a Debian package, build/mazurka_*.deb
#   make demo       check an example program
#   make bench      what a step costs
#   make tables     the papers' tables, our counts beside theirs
#   make plots      time and memory of these against the parameter, drawn
#   make speed      what a search costs, beside the bare cost and other tools
#   make fuzz       fuzz the parsers of models and litmus tests, a minute each
#   make nightly    10,000 hostile programs, 1,000 kills at random moments, random
#                   programs against an interpreter: many hours
#   make mutants    break the code on purpose: every mutant must be caught (`make
#                   test` takes a third of them, another one after each commit)
#   make format     clang-format everything

MAKEFLAGS += --no-print-directory
JOBS := $(shell nproc)
PROGRAMS ?= 1000000
COMMITS := $(shell git rev-list --count HEAD 2>/dev/null || echo 0)
THIRD ?= $(shell expr $(COMMITS) % 3)

all: build/Makefile
	@cmake --build build -j$(JOBS) --target mazurka

build/Makefile:
	@cmake --log-level=NOTICE -S . -B build -DCMAKE_BUILD_TYPE=Release

build/check/Makefile:
	@cmake -S . -B build/check -DCMAKE_BUILD_TYPE=Debug

build/sanitize/Makefile:
	@cmake -S . -B build/sanitize -DCMAKE_BUILD_TYPE=Sanitize

# What is needed for `make check` alone is the target `checked`.
check: build/check/Makefile
	@cmake --build build/check -j$(JOBS) --target checked
	@ctest --test-dir build/check -j$(JOBS) --output-on-failure \
	    -L 'check|quick'

# The release is tested as a whole, the rest in detail.
test: all build/check/Makefile build/sanitize/Makefile
	@cmake --build build/check -j$(JOBS)
	@cmake --build build/sanitize -j$(JOBS)
	@ctest --test-dir build -j$(JOBS) -R '^(cli|gdb|examples|tutorial|install|frames|hostile.*)$$' --output-on-failure
	@ctest --test-dir build/check -j$(JOBS) --output-on-failure -LE 'quick|mutant'
	@ctest --test-dir build/check -j$(JOBS) --output-on-failure -L 'third-$(THIRD)'
	@ctest --test-dir build/sanitize -j$(JOBS) --output-on-failure -LE quick

test-long: build/check/Makefile
	@cmake --build build/check -j$(JOBS) --target test-property
	build/check/tests/test-property $(PROGRAMS)

mutants: build/check/Makefile
	@cmake --build build/check -j$(JOBS)
	@ctest --test-dir build/check -j$(JOBS) --output-on-failure -L mutant

PREFIX ?= /usr/local

install: all
	@cmake --build build -j$(JOBS) --target generated
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

package: all
	@cmake --build build -j$(JOBS) --target generated
	@cd build && cpack -G DEB

demo: all
	@echo mazurka examples/queue.c
	@build/mazurka examples/queue.c || test $$? -eq 1

bench: build/Makefile
	@cmake --build build -j$(JOBS) --target bench-step bench-unfolding
	build/bench-step
	build/bench-unfolding

speed: build/Makefile
	@cmake --build build -j$(JOBS) --target bench-speed
	build/bench-speed --json=build/speed.json --markdown=docs/speed.md

tables: build/Makefile
	@cmake --build build -j$(JOBS) --target bench-tables
	build/bench-tables --json=build/tables.json --markdown=docs/tables.md

plots: build/Makefile
	@cmake --build build -j$(JOBS) --target bench-plots
	@test -f build/tables.json || $(MAKE) tables
	@mkdir -p docs/plots
	build/bench-plots build/tables.json docs/plots

fuzz: build/fuzz/Makefile
	@cmake --build build/fuzz --target fuzz-model fuzz-litmus -j$(JOBS)
	build/fuzz/tests/fuzz-model -max_total_time=60 tests/corpus/model
	mkdir -p build/fuzz/litmus
	build/fuzz/tests/fuzz-litmus -max_total_time=60 build/fuzz/litmus tests/litmus

build/fuzz/Makefile:
	@CC=clang cmake -S . -B build/fuzz -DCMAKE_BUILD_TYPE=Fuzz

nightly: all mutants
	@cmake --build build -j$(JOBS) --target differential
	sh tests/nightly.sh build $(SEED)

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build

.PHONY: all install package check test test-long mutants demo bench tables speed plots fuzz \
	nightly format clean
