# SPDX-License-Identifier: Apache-2.0
# Interrupts at any moment, compiling included: the verdict so far, exit code 2 (or
# 1), a last line, nothing left.
#
#   ROUNDS  how many of each (default 2)

# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"

"$MAZURKA" cc -g huge.c -o huge || exit 1
"$MAZURKA" cc -g stuck.c -o stuck || exit 1
cat >found.c <<'EOT'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused) {
    for (int i = 0; i < 40; i++)
        x = i;
    return unused;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    assert(x == 100);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
EOT
"$MAZURKA" cc -g found.c -o found || exit 1
for i in $(seq 400); do
    echo "int f$i(int x) { for (int i = 0; i < x; i++) x ^= i * $i; return x; }"
done >long.c
cat huge.c >>long.c

# $1 title, $2 codes, $3 signal, $4 delay, $5… command
interrupted() {
    title="$1, SIG$3 after $4 s"
    codes=$2
    signal=$3
    delay=$4
    shift 4
    rm -f result.json
    : >out
    # A shell starts what is in the background with SIGINT and SIGQUIT ignored.
    "$WORK/plain-signals" "$@" >out 2>err </dev/null &
    tool=$!
    sleep "$delay"
    kill -"$signal" $tool 2>/dev/null
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        kill -0 $tool 2>/dev/null || break
        sleep 0.1
    done
    if kill -0 $tool 2>/dev/null; then
        failed "$title" "it ends within 2 s" "it runs"
        kill -9 $tool
    fi
    wait $tool
    code=$?
    ended "$title" $code "$codes"
    rm -rf "${TMPDIR:?}"/*
    alive=$(left_alive "$PWD")
    [ -z "$alive" ] || failed "$title" "no process lives on" "$alive"
}

cat >plain-signals.c <<'EOT'
#include <signal.h>
#include <unistd.h>
int main(int count, char **words) {
    for (int i = 1; i < 32; i++)
        signal(i, SIG_DFL);
    return count > 1 ? execvp(words[1], words + 1) : 1;
}
EOT
${CC:-gcc} plain-signals.c -o "$WORK/plain-signals" || exit 1
for round in $(seq "${ROUNDS:-2}"); do
    for signal in INT TERM HUP QUIT; do
        moment=$(awk "BEGIN { srand($$ * 37 + $round * 4 + length(\"$signal\")); printf \"%.3f\", 0.1 + rand() * 0.5 }")
        interrupted "a search" 2 $signal 0.5 "$MAZURKA" run --json=result.json ./huge
        interrupted "a loop" 2 $signal 0.5 "$MAZURKA" run --json=result.json ./stuck
        interrupted "a search, from its start" 2 $signal "$moment" \
            "$MAZURKA" check --json=result.json huge.c
        interrupted "compiling" 2 $signal "$moment" "$MAZURKA" check --json=result.json long.c
        interrupted "something found" 1 $signal 1.5 \
            "$MAZURKA" run -k --json=result.json ./found
        interrupted "by itself" 2 $signal 0.5 env MAZURKA_OPTIONS=--json=result.json ./huge
        interrupted "a loop, by itself" 2 $signal 0.5 env MAZURKA_OPTIONS=--json=result.json ./stuck
    done
done
