# SPDX-License-Identifier: Apache-2.0
# What the *_cases.sh share; each is started by run.sh with MAZURKA, WORK, HOSTILE
# and JOB set, in an empty folder, with a TMPDIR of its own.

passed() {
    echo >>"$JOB.passed"
}

failed() { # title, expected, got
    echo >>"$JOB.failed"
    printf 'FAILED: %s: %s\n    expected: %s\n    got:      %s\n' \
        "$(basename "$0")" "$1" "$2" "$3" >>"$JOB.failures"
}

last_line() { # file
    tail -n 1 "$1" | tr -d '\000'
}

code_of() { # last line
    case $1 in
    'mazurka: safe: '*) echo 0 ;;
    'mazurka: unsafe: '*) echo 1 ;;
    'mazurka: incomplete: '*) echo 2 ;;
    'mazurka: not checked: '*) echo 3 ;;
    *) echo none ;;
    esac
}

# Processes that belong to files here: there should be none. They are ended.
left_alive() { # folder
    sleep 0.2
    find /proc -maxdepth 2 -name exe -lname "$1/*" 2>/dev/null |
        while IFS=/ read -r _ _ process _; do
            echo "$process"
            kill -9 "$process"
        done
}

# How one run has ended: out, err (and result.json) are here.
ended() { # title, exit code, codes that are right
    last=$(last_line out)
    case " $3 " in
    *" $2 "*) ;;
    *)
        failed "$1" "exit code $3" "$2, $last $(tail -n 1 err)"
        return 1
        ;;
    esac
    if [ "$(code_of "$last")" != "$2" ]; then
        failed "$1" "a last line for exit code $2" "$last"
    elif [ -n "$(ls -A "$TMPDIR")" ]; then
        failed "$1" "nothing in TMPDIR" "$(ls -A "$TMPDIR")"
        rm -rf "${TMPDIR:?}"/*
    elif [ -e result.json ] && ! said=$("$WORK/json-valid" result.json); then
        failed "$1" "valid JSON" "$said"
    else
        passed
        return 0
    fi
    return 1
}

says() { # title, pattern of the last line
    if last_line out | grep -q -e "$2"; then
        passed
    else
        failed "$1" "$2" "$(last_line out)"
    fi
}

# Two programs: one that ends at once, one that is searched for ever.
cat >small.c <<'EOT'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused) {
    x = 1;
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(x == 0);
    pthread_join(thread, NULL);
    return 0;
}
EOT
cat >huge.c <<'EOT'
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
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
EOT
cat >safe.c <<'EOT'
int main(void) {
    return 0;
}
EOT
cat >stuck.c <<'EOT'
#include <stdint.h>
int main(void) {
    for (volatile uint64_t i = 1; i; i++) {
    }
    return 0;
}
EOT
