// SPDX-License-Identifier: Apache-2.0
// poll, select and epoll: waiting for one of several files. Who fills, empties
// or closes a channel then counts that in a word of its own, so that who has
// found none ready waits for another count and looks again. With a time limit
// there is one look, at any time: it finds something or is over.

#include "machine/native/libc/file_model.h"

#include "machine/native/memory/heap.h"
#include "machine/native/thread_time.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>

#define ACTIVITY (library.files.activity)

void channel_changed(void) {
    if (library_is_alone()) {
        native_set(ACTIVITY, ACTIVITY + 1);
        return;
    }
    if (!library_matters(LIBRARY_POLLS))
        return;
    struct op op = {.kind = OP_RMW,
                    .update = RMW_ADD,
                    .flags = native_settings()->blind_adds ? OP_BLIND : 0,
                    .size = sizeof ACTIVITY,
                    .addr = (uintptr_t)&ACTIVITY,
                    .arg = 1};
    native_visible(&op);
}

static uint64_t activity_now(void) {
    struct op op = {
        .kind = OP_READ, .size = sizeof ACTIVITY, .addr = (uintptr_t)&ACTIVITY};
    if (library_is_alone())
        return ACTIVITY;
    native_visible(&op);
    return op.old;
}

static void await_activity(uint64_t last, const struct mz_site *site) {
    struct op op = {.kind = OP_AWAIT,
                    .compare = CMP_NE,
                    .size = sizeof ACTIVITY,
                    .addr = (uintptr_t)&ACTIVITY,
                    .arg = last};
    __mz_at = site;
    native_visible(&op);
}

// What a file is ready for now: an operation on a channel.
static short ready(int fd) {
    if (file_standard(fd) >= 0)
        return fd ? POLLOUT : POLLIN;
    if (file_is_others(fd))
        __mz_unsupported("polls a descriptor of the system's", native_at());
    struct open_file_state *open = file_take(fd);
    if (!open)
        return POLLNVAL;
    short result = POLLIN | POLLOUT;
    if (file_is_channel(open->file)) {
        uint64_t state = channel_look(open->file);
        uint64_t room = open->file->kind == FILE_PIPE ? 65536 - PIPE_BUF
                                                      : OP_CHANNEL_WRITER - 3;
        result = 0;
        result |= op_channel_count(state) ? POLLIN : 0;
        result |= op_channel_count(state) <= room ? POLLOUT : 0;
        result |= op_channel_writers(state) ? 0 : POLLHUP;
        result |= op_channel_readers(state) ? 0 : POLLERR;
        if (open->file->kind == FILE_PIPE)
            result &= (open->flags & O_ACCMODE) == O_WRONLY ? POLLOUT | POLLERR
                                                            : POLLIN | POLLHUP;
    }
    file_let_go(open);
    return result;
}

// One that is waited for, and what it is ready for.
struct wanted {
    int fd;
    short events, found;
};

static int look(struct wanted *all, size_t count) {
    int found = 0;
    for (size_t i = 0; i < count; i++) {
        short now = all[i].fd < 0 ? 0 : ready(all[i].fd);
        short result = now & (all[i].events | POLLHUP | POLLERR | POLLNVAL);
        native_set(all[i].found, result);
        found += result != 0;
    }
    return found;
}

// How many are ready. `milliseconds` < 0: for ever.
static int wait_for(struct wanted *all, size_t count, int64_t milliseconds,
                    const struct mz_site *site) {
    for (;;) {
        bool waits = count && milliseconds < 0;
        uint64_t last = waits ? activity_now() : 0;
        int found = look(all, count);
        if (found)
            return found;
        if (milliseconds >= 0) {
            thread_time_sleep((uint64_t)milliseconds / 1000,
                              (uint64_t)milliseconds % 1000 * 1000000);
            return 0;
        }
        await_activity(last, site);
    }
}

// The list is a block of the thread's own: it may be long.
static struct wanted *new_list(size_t count, const struct mz_site *site) {
    return heap_new((count ? count : 1) * sizeof(struct wanted), 8, true, site);
}

// ---------------------------------------------------------------------- poll

int __mz_poll(struct pollfd *files, nfds_t count, int milliseconds) {
    const struct mz_site *site = native_at();
    struct wanted *all = new_list(count, site);
    for (nfds_t i = 0; i < count; i++) {
        native_reads(&files[i], sizeof files[i], site);
        native_set(all[i].fd, files[i].fd);
        native_set(all[i].events, files[i].events);
    }
    int found = wait_for(all, count, milliseconds, site);
    for (nfds_t i = 0; i < count; i++)
        file_gives(&files[i].revents, &all[i].found, sizeof files[i].revents,
                   site);
    heap_delete(all, site);
    return found;
}

static int64_t in_milliseconds(uint64_t seconds, uint64_t nanoseconds) {
    return (int64_t)(seconds * 1000 + (nanoseconds + 999999) / 1000000);
}

int __mz_ppoll(struct pollfd *files, nfds_t count, const struct timespec *limit,
               const sigset_t *mask) {
    const struct mz_site *site = native_at();
    if (mask)
        __mz_unsupported("calls ppoll() with a mask of signals", site);
    if (limit)
        native_reads(limit, sizeof *limit, site);
    int64_t time = limit ? in_milliseconds((uint64_t)limit->tv_sec,
                                           (uint64_t)limit->tv_nsec)
                         : -1;
    return __mz_poll(files, count, time > INT32_MAX ? INT32_MAX : (int)time);
}

// -------------------------------------------------------------------- select

static const short set_events[3] = {POLLIN | POLLHUP, POLLOUT | POLLERR, 0};

static int select_of(int count, fd_set *const sets[3], int64_t milliseconds,
                     const struct mz_site *site) {
    size_t wanted = 0;
    if (count < 0 || count > FD_SETSIZE)
        return file_fails(EINVAL);
    struct wanted *all = new_list(3 * (size_t)count, site);
    for (int k = 0; k < 3; k++) {
        if (sets[k])
            native_reads(sets[k], sizeof *sets[k], site);
        for (int fd = 0; sets[k] && fd < count; fd++)
            if (FD_ISSET(fd, sets[k])) {
                native_set(all[wanted].fd, fd);
                native_set(all[wanted].events, set_events[k]);
                wanted++;
            }
    }
    wait_for(all, wanted, milliseconds, site);
    int found = 0;
    bool bad = false;
    for (int k = 0; k < 3; k++) {
        if (!sets[k])
            continue;
        fd_set result;
        FD_ZERO(&result);
        for (size_t i = 0; i < wanted; i++) {
            bad |= all[i].found & POLLNVAL;
            if (all[i].events == set_events[k] &&
                (all[i].found & all[i].events)) {
                FD_SET(all[i].fd, &result);
                found++;
            }
        }
        if (!bad)
            file_gives(sets[k], &result, sizeof result, site);
    }
    heap_delete(all, site);
    return bad ? file_fails(EBADF) : found;
}

int __mz_select(int count, fd_set *reads, fd_set *writes, fd_set *others,
                struct timeval *limit) {
    const struct mz_site *site = native_at();
    fd_set *const sets[3] = {reads, writes, others};
    if (limit)
        native_reads(limit, sizeof *limit, site);
    return select_of(count, sets,
                     limit ? in_milliseconds((uint64_t)limit->tv_sec,
                                             (uint64_t)limit->tv_usec * 1000)
                           : -1,
                     site);
}

int __mz_pselect(int count, fd_set *reads, fd_set *writes, fd_set *others,
                 const struct timespec *limit, const sigset_t *mask) {
    const struct mz_site *site = native_at();
    fd_set *const sets[3] = {reads, writes, others};
    if (mask)
        __mz_unsupported("calls pselect() with a mask of signals", site);
    if (limit)
        native_reads(limit, sizeof *limit, site);
    return select_of(count, sets,
                     limit ? in_milliseconds((uint64_t)limit->tv_sec,
                                             (uint64_t)limit->tv_nsec)
                           : -1,
                     site);
}

// --------------------------------------------------------------------- epoll

// What is waited for is in the file: who changes it depends on who waits.
struct interest {
    int fd;
    uint32_t events;
    epoll_data_t data;
};

int __mz_epoll_create1(int flags) {
    struct file *file = file_make(FILE_EPOLL, 0600);
    return file_number(file_opens(file, O_RDWR), 0, flags & EPOLL_CLOEXEC);
}

int __mz_epoll_create(int size) {
    return size > 0 ? __mz_epoll_create1(0) : file_fails(EINVAL);
}

static struct interest *interest_in(struct file *set, int fd) {
    struct interest *all = (struct interest *)(void *)set->bytes;
    for (size_t i = 0; i < set->size / sizeof *all; i++)
        if (all[i].fd == fd)
            return &all[i];
    return NULL;
}

static int change_set(struct file *set, int what, int fd,
                      struct epoll_event event) {
    file_acts_all(set);
    struct interest *old = interest_in(set, fd);
    if (what == EPOLL_CTL_ADD ? old != NULL : !old)
        return file_fails(old ? EEXIST : ENOENT);
    if (what == EPOLL_CTL_DEL) {
        struct interest *end =
            (struct interest *)(void *)(set->bytes + set->size);
        native_set(*old, end[-1]);
        native_set(set->size, set->size - sizeof *old);
        return 0;
    }
    if (event.events & (EPOLLET | EPOLLONESHOT | EPOLLEXCLUSIVE))
        __mz_unsupported("calls epoll_ctl() with EPOLLET and the like",
                         native_at());
    if (!old) {
        int error = file_resize(set, set->size + sizeof *old);
        if (error)
            return file_fails(error);
        old = (struct interest *)(void *)(set->bytes + set->size) - 1;
    }
    struct interest wanted = {fd, event.events, event.data};
    native_set(*old, wanted);
    return 0;
}

int __mz_epoll_ctl(int epoll, int what, int fd, struct epoll_event *event) {
    const struct mz_site *site = native_at();
    struct epoll_event wanted = {0};
    if (what != EPOLL_CTL_DEL) {
        native_reads(event, sizeof *event, site);
        wanted = *event;
    }
    struct open_file_state *open = file_take(epoll);
    if (!open)
        return -1;
    int result = open->file->kind == FILE_EPOLL
                     ? change_set(open->file, what, fd, wanted)
                     : file_fails(EINVAL);
    file_let_go(open);
    if (result == 0)
        channel_changed();
    return result;
}

static int give_events(const struct interest *all, const struct wanted *found,
                       size_t count, struct epoll_event *to, int most,
                       const struct mz_site *site) {
    int given = 0;
    for (size_t i = 0; i < count && given < most; i++)
        if (found[i].found) {
            struct epoll_event event = {(uint32_t)found[i].found, all[i].data};
            file_gives(&to[given++], &event, sizeof event, site);
        }
    return given;
}

static int wait_epoll(struct file *set, struct epoll_event *to, int most,
                      int milliseconds, const struct mz_site *site) {
    for (;;) {
        uint64_t last = milliseconds < 0 ? activity_now() : 0;
        file_acts_first(set, OP_READ);
        size_t count = set->size / sizeof(struct interest);
        struct interest *kept = heap_new(set->size + 1, 8, true, site);
        struct wanted *all = new_list(count, site);
        if (count)
            memcpy(kept, set->bytes, set->size);
        for (size_t i = 0; i < count; i++) {
            native_set(all[i].fd, kept[i].fd);
            native_set(all[i].events, (short)kept[i].events);
        }
        int found = look(all, count);
        if (found)
            found = give_events(kept, all, count, to, most, site);
        heap_delete(all, site);
        heap_delete(kept, site);
        if (found)
            return found;
        if (milliseconds >= 0) {
            thread_time_sleep((uint64_t)milliseconds / 1000,
                              (uint64_t)milliseconds % 1000 * 1000000);
            return 0;
        }
        await_activity(last, site);
    }
}

int __mz_epoll_wait(int epoll, struct epoll_event *to, int most,
                    int milliseconds) {
    const struct mz_site *site = native_at();
    if (most <= 0)
        return file_fails(EINVAL);
    struct open_file_state *open = file_take(epoll);
    if (!open)
        return -1;
    int found = open->file->kind == FILE_EPOLL
                    ? wait_epoll(open->file, to, most, milliseconds, site)
                    : file_fails(EINVAL);
    file_let_go(open);
    return found;
}
