# SPDX-License-Identifier: Apache-2.0
# A signal of the program never leaves the program: a process of ours is its
# target, by every call there is, and must not hear of it.

# shellcheck source=tests/hostile/cases.sh
. "$HOSTILE/cases.sh"

cat >sends.c <<'EOT'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words) {
    (void)count;
    const char *how = words[1];
    pid_t to = atoi(words[2]);
    int (*found)(pid_t, int) = dlsym(RTLD_DEFAULT, "kill");
    int (*volatile pointer)(pid_t, int) = kill;
    if (!strcmp(how, "kill"))
        kill(to, SIGUSR1);
    if (!strcmp(how, "pointer"))
        pointer(to, SIGUSR1);
    if (!strcmp(how, "found"))
        found(to, SIGUSR1);
    if (!strcmp(how, "sigqueue"))
        sigqueue(to, SIGUSR1, (union sigval){0});
    if (!strcmp(how, "tgkill"))
        tgkill(to, to, SIGUSR1);
    if (!strcmp(how, "syscall"))
        syscall(SYS_kill, to, SIGUSR1);
    if (!strcmp(how, "group"))
        kill(-to, SIGUSR1);
    if (!strcmp(how, "killpg"))
        killpg(to, SIGUSR1);
    if (!strcmp(how, "owner"))
        fcntl(0, F_SETOWN, to);
    if (!strcmp(how, "ppid"))
        kill(getppid(), SIGUSR1);
    return found == NULL;
}
EOT
"$MAZURKA" cc sends.c -o sends || exit 1
for how in kill pointer found sigqueue tgkill syscall group killpg owner ppid; do
    setsid sh -c 'trap "touch heard" USR1; touch ready; while :; do sleep 0.1; done' &
    target=$!
    while [ ! -e ready ]; do sleep 0.05; done
    timeout 20 "$MAZURKA" run ./sends -- $how $target >out 2>err </dev/null
    ended "sends by $how" $? "0 1 2 3"
    sleep 0.3
    if [ -e heard ] || ! kill -0 $target 2>/dev/null; then
        failed "sends by $how" "nobody hears of it" "somebody did"
    else
        passed
    fi
    kill -9 $target 2>/dev/null
    wait $target 2>/dev/null
    rm -f heard ready
done
