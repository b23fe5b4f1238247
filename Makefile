# SPDX-License-Identifier: Apache-2.0
# A thin front for people; CMake does the work.
#
#   make            build/mazurka, without the costly assertions
#   make test       all tests, with assertions, and again with sanitizers
#   make test-long  the property test on 1,000,000 programs
#   make demo       check an example program
#   make bench      what a step costs
#   make tables     the papers' tables, our counts beside theirs
#   make plots      time and memory of these against the parameter, drawn
#   make speed      what a search costs, beside the bare cost and other tools
#   make fuzz       fuzz the parser for a minute
#   make hostile    10,000 hostile programs and 1,000 kills at random moments
#   make mutants    break the code on purpose: every mutant must be caught
#   make format     clang-format everything

MAKEFLAGS += --no-print-directory
JOBS := $(shell nproc)
PROGRAMS ?= 1000000

all: build/Makefile
	@cmake --build build -j$(JOBS)

build/Makefile:
	@cmake -S . -B build -DCMAKE_BUILD_TYPE=Release

build/check/Makefile:
	@cmake -S . -B build/check -DCMAKE_BUILD_TYPE=Debug

build/sanitize/Makefile:
	@cmake -S . -B build/sanitize -DCMAKE_BUILD_TYPE=Sanitize

test: all build/check/Makefile build/sanitize/Makefile
	@cmake --build build/check -j$(JOBS)
	@cmake --build build/sanitize -j$(JOBS)
	@ctest --test-dir build/check -j$(JOBS) --output-on-failure
	@ctest --test-dir build/sanitize -j$(JOBS) --output-on-failure

test-long: build/check/Makefile
	@cmake --build build/check -j$(JOBS)
	build/check/tests/test-property $(PROGRAMS)

demo: all
	-build/mazurka examples/queue.c

bench: all
	build/bench-step
	build/bench-unfolding

speed: all
	build/bench-speed --json=build/speed.json --markdown=docs/speed.md

tables: all
	build/bench-tables --json=build/tables.json --markdown=docs/tables.md

plots: all
	@test -f build/tables.json || $(MAKE) tables
	@mkdir -p docs/plots
	build/bench-plots build/tables.json docs/plots

fuzz: build/fuzz/Makefile
	@cmake --build build/fuzz --target fuzz-model -j$(JOBS)
	build/fuzz/tests/fuzz-model -max_total_time=60 tests/corpus/model

build/fuzz/Makefile:
	@CC=clang cmake -S . -B build/fuzz -DCMAKE_BUILD_TYPE=Fuzz

hostile: all
	sh tests/hostile/generated.sh build/mazurka $(or $(COUNT),10000) $(or $(SEED),1)
	sh tests/hostile/kill.sh build/mazurka 1000

mutants:
	tests/mutants

format:
	clang-format -i $$(git ls-files '*.c' '*.h')

clean:
	rm -rf build

.PHONY: all test test-long demo bench tables speed plots fuzz hostile mutants format clean
