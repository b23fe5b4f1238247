#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What the tool writes for other programs, in every format and for every verdict,
# compared with schemas (validate.py).
#
#   sh tests/report/formats.sh path/to/mazurka [the published schema of SARIF]
#
# Ends with 77 where Debian's python3-jsonschema, python3-yaml or libxml2-utils
# are not there.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
mazurka=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
schema=${2:-$root/build/test-data/package/schemas/json/sarif-2.1.0.json}
if ! python3 -c 'import jsonschema, yaml' 2>/dev/null ||
    ! command -v xmllint >/dev/null; then
    echo "skipped: python3-jsonschema, python3-yaml or libxml2-utils is missing"
    exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
cd "$work" || exit 1
failed=0

fail() {
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$1"
}

# Check it, with all formats in a folder of its own; the exit code must be right.
try() { # folder, exit code, command, words
    folder=$1 wanted=$2 command=$3
    shift 3
    mkdir "$folder"
    witness=--witness=$folder/witness.yml
    [ "$command" != model ] || witness=--trace=$folder/trace.json
    "$mazurka" "$command" -q --json="$folder/result.json" --sarif="$folder/log.sarif" \
        --html="$folder/page.html" --trace="$folder/trace.json" --junit="$folder/junit.xml" "$witness" "$@" \
        >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
    [ "$code" = "$wanted" ] ||
        fail "$folder: exit code $code instead of $wanted: $(cat "$folder/err")"
    echo "$wanted" >"$folder/code"
}

cat >race.c <<'EOT'
#include <pthread.h>
#include <stdio.h>
static int balance;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *deposit(void *unused) {
    pthread_mutex_lock(&m);
    balance++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t thread;
    printf("in the way\n");
    pthread_create(&thread, NULL, deposit, NULL);
    balance += 2;
    pthread_join(thread, NULL);
}
EOT
cat >asserts.c <<'EOT'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *thread(void *unused) {
    x++;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    printf("<&\"]]>\x01\x80 \xef\xbf\xbe %d\n", x);
    assert("<&\"]]>\x01\x80 \xef\xbf\xbe" && x == 1);
    pthread_join(t, NULL);
}
EOT
cat >locks.c <<'EOT'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, one, NULL);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    pthread_join(t, NULL);
}
EOT
cat >scenarios.c <<'EOT'
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *unused) {
    x++;
    return unused;
}
static void two(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    int seen = x;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(seen < 3);
}
#ifndef FEW
static void fails(void) {
    assert(mz_choose(3) < 2);
}
#endif
static void passes(void) {
    assert(mz_choose(1) == 0);
}
int main(void) {
    mz_run(passes);
    mz_run_named("<two> & \"more\"", two);
#ifndef FEW
    mz_run(fails);
#endif
    mz_run(passes);
}
EOT
cat >several.c <<'EOT'
#include <assert.h>
#include <pthread.h>
static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *thread(void *unused) {
    x = 1;
    pthread_mutex_lock(&m);
    y = 1;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 2;
    pthread_mutex_lock(&m);
    assert(y == 0);
    pthread_mutex_unlock(&m);
}
EOT
# Long enough for steps to be left out.
cat >long.c <<'EOT'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *unused) {
    for (int i = 0; i < 11000; i++)
        atomic_store(&x, i);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (int i = 0; i < 11000; i++)
        atomic_store(&x, -1);
    pthread_join(t, NULL);
    assert(x == 7);
}
EOT
cat >two.c <<'EOT'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *unused) {
    x = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 2;
    pthread_join(t, NULL);
}
EOT
echo 'int main(void) { return 0; }' >safe.c
echo 'int main(void) { return }' >broken.c
cp asserts.c 'o d"d&%<ä.c'
cp "$root/examples/bank.model" "$root/examples/philosophers.model" .
printf 'thread p\n W x 1\nthread q\n R r x\n' >small.model

try race 1 check race.c
try scenarios 1 check --keep-going scenarios.c
try scenarios_cut 2 check --max-executions=1 scenarios.c -DFEW
try asserts 1 check asserts.c -- one 'two "&'
try odd 1 check './o d"d&%<ä.c'
try locks 1 check locks.c
try long 1 check long.c
try safe 0 check safe.c
try incomplete 2 check --max-executions=1 two.c
try broken 3 check broken.c
try missing 3 check missing.c
try all 1 check --keep-going several.c
"$mazurka" cc -g locks.c -o locks.out && try run 1 run ./locks.out
try bank 1 model bank.model
try philosophers 1 model --keep-going philosophers.model
try small 0 model small.model
try few 2 model --max-executions=1 small.model

# What goes to standard output is nothing but that, and the last line is on
# standard error.
for format in json sarif junit witness html dot; do
    "$mazurka" check --$format=- --trace=/dev/null race.c >"out.$format" 2>err </dev/null
    [ "$?" = 1 ] || fail "--$format=-: exit code"
    case $(tail -n 1 err) in
    'mazurka: unsafe: data-race at race.c:'*) ;;
    *) fail "--$format=-: last line of standard error: $(tail -n 1 err)" ;;
    esac
    grep -q 'in the way' err || fail "--$format=-: what the program prints is gone"
    ! grep -q '^in the way$' "out.$format" ||
        fail "--$format=-: what the program prints is in the way"
done
python3 -c 'import json; json.load(open("out.json")); json.load(open("out.sarif"))' ||
    fail 'JSON on standard output'
python3 -c 'import yaml; yaml.safe_load(open("out.witness"))' || fail 'a witness there'
xmllint --noout out.junit || fail 'XML there'
"$mazurka" check --sarif=- --junit=- race.c >out 2>err
[ "$?" = 3 ] || fail 'two formats on one standard output'

# A disk that is full costs the file, not the verdict.
for format in json sarif junit witness html; do
    "$mazurka" check -q --$format=/dev/full --trace=/dev/null race.c >out 2>err
    [ "$?" = 1 ] || fail "--$format=/dev/full: exit code"
    grep -q '^mazurka: cannot write .* to /dev/full: ' err ||
        fail "--$format=/dev/full: $(cat err)"
    grep -q '^mazurka: unsafe: ' out || fail "--$format=/dev/full: last line"
done

python3 "$here/validate.py" "$root" "$schema" ./*/ || failed=$((failed + 1))
echo "$failed failed"
[ "$failed" = 0 ]
