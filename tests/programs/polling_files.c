// SPDX-License-Identifier: Apache-2.0
// check -- poll => safe: 3 executions
// check -- two => safe: 3 executions
// check -- select => safe: 3 executions
// check -- epoll => safe: 3 executions
// check -- closed => safe: 3 executions
// check -- timed => safe: 2 executions
// check -- never => unsafe: livelock at polling_files.c:41 after N executions
// check -- alone => safe: 1 executions
// check --algorithm=optimal -- two => safe: 3 executions
// Waiting for one of several files.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

static const char *which;
static int one[2], two[2], event;

static int is(const char *name) {
    return !strcmp(which, name);
}

static void *work(void *unused) {
    if (is("two") || is("select"))
        assert(write(two[1], "2", 1) == 1);
    else if (is("epoll"))
        assert(eventfd_write(event, 3) == 0);
    else if (is("closed"))
        close(one[1]);
    else if (!is("never"))
        assert(write(one[1], "1", 1) == 1);
    return unused;
}

static int polls(struct pollfd *files, int time) {
    return poll(files, 2, time);
}

static void waits(void) {
    struct pollfd files[] = {{.fd = one[0], .events = POLLIN},
                             {.fd = two[0], .events = POLLIN}};
    char byte = 0;
    if (is("timed")) {
        int found = polls(files, 100);
        assert(found == 0 || (found == 1 && files[0].revents == POLLIN));
    } else if (is("select")) {
        fd_set set;
        FD_ZERO(&set);
        FD_SET(one[0], &set);
        FD_SET(two[0], &set);
        assert(select(two[1] + 1, &set, NULL, NULL, NULL) == 1);
        assert(FD_ISSET(two[0], &set) && !FD_ISSET(one[0], &set));
    } else if (is("epoll")) {
        struct epoll_event wanted = {.events = EPOLLIN, .data.fd = event};
        struct epoll_event got[2];
        int epoll = epoll_create1(0);
        assert(epoll_ctl(epoll, EPOLL_CTL_ADD, event, &wanted) == 0);
        wanted.data.fd = one[0];
        assert(epoll_ctl(epoll, EPOLL_CTL_ADD, one[0], &wanted) == 0);
        assert(epoll_wait(epoll, got, 2, -1) == 1 && got[0].data.fd == event);
        assert(got[0].events == EPOLLIN && close(epoll) == 0);
    } else {
        assert(polls(files, -1) == 1);
        int k = is("two");
        assert(files[k].revents == (is("closed") ? POLLHUP : POLLIN));
        assert(!files[!k].revents);
        assert(is("closed") || read(files[k].fd, &byte, 1) == 1);
        assert(is("closed") || byte == '1' + k);
    }
}

static void alone(void) {
    struct pollfd files[] = {{.fd = one[1], .events = POLLIN | POLLOUT},
                             {.fd = 99, .events = POLLIN}};
    struct timeval soon = {.tv_usec = 10};
    assert(polls(files, -1) == 2 && files[0].revents == POLLOUT);
    assert(files[1].revents == POLLNVAL && poll(NULL, 0, 10) == 0);
    assert(select(0, NULL, NULL, NULL, &soon) == 0);
}

int main(int count, char **words) {
    pthread_t thread;
    which = words[count - 1];
    assert(pipe(one) == 0 && pipe(two) == 0 && (event = eventfd(0, 0)) > 0);
    if (is("alone")) {
        alone();
        return 0;
    }
    pthread_create(&thread, NULL, work, NULL);
    waits();
    pthread_join(thread, NULL);
}
