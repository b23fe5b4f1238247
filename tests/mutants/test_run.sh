#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does tests/mutants/run judge rightly? What breaks nothing must be missed by
# every kind of test, or being caught would mean nothing.
#
#   [BUILD=build/check] sh tests/mutants/test_run.sh
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

judged() { # a part of the verdict that is expected; the mutant on stdin
    cat >"$work/one.mutant"
    got=$(LIMIT=5 "$here/run" "$work/one.mutant" 2>&1)
    case $got in
    "one: "*"$1"*) ;;
    *)
        failed=1
        printf 'expected "%s", got "%s" for\n' "$1" "$got"
        cat "$work/one.mutant"
        ;;
    esac
}

judged missed <<'END'
breaks: nothing, in what a search, a program and its states are made of
tests: op once.c states-barrier

  bool op_enabled(const struct op *op, uint64_t state) {
+ (void)0;
END
judged missed <<'END'
breaks: nothing, in a header
tests: op

  op_depends(const struct op *a, const struct op *b) {
+ (void)0;
END
judged missed <<'END'
breaks: nothing, in the compiler
tests: once.c states-barrier loops

  int cc_command(...) {
+ (void)0;
END
judged 'caught by race' <<'END'
breaks: everything is always enabled
tests: expression race

  bool op_enabled(const struct op *op, uint64_t state) {
+ if (op) return true;
END
judged 'timed out in race' <<'END'
breaks: it does not end, and does not say so
tests: race

  bool op_enabled(const struct op *op, uint64_t state) {
+ for (;;);
END
judged 'caught by race, which hangs' <<'END'
breaks: it does not end
tests: race
hangs: what else

  bool op_enabled(const struct op *op, uint64_t state) {
+ for (;;);
END
judged broken <<'END'
breaks: nothing, because it does not compile
tests: op

  bool op_enabled(const struct op *op, uint64_t state) {
+ this is no C;
END
judged stale <<'END'
breaks: what is not there
tests: op

- this is no C;
+ this neither;
END
judged ambiguous <<'END'
breaks: one of many
tests: op

- return false;
+ return true;
END
judged 'its first line' <<'END'
tests: op

- return false;
END
[ $failed = 0 ] && echo "all as expected"
exit $failed
