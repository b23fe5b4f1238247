// SPDX-License-Identifier: Apache-2.0
// flags -lm -ldl -lrt
// check -- epoll => safe: 2 executions
// check -- event => safe: 2 executions
// check -- memory => not checked: *
// check -- pipe => safe: 2 executions
// check -- pipe_waits => safe: 2 executions
// check -- queue => incomplete: calls outside of control (*) after N executions
// check -- semaphore => not checked: *
// check -- signal => incomplete: calls outside of control (*) after N executions
// check -- sockets => incomplete: calls outside of control (*) after N executions
// check -- sysv_memory => incomplete: calls outside of control (*) after N executions
// check -- sysv_queue => incomplete: calls outside of control (*) after N executions
// check -- sysv_semaphore => incomplete: calls outside of control (*) after N executions
// check -- timer => incomplete: calls outside of control (*) after N executions
// What processes share, used by one.
#include "how.h"
#include <mqueue.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
static atomic_int x;
static int ends[2];
static char byte;
static void *work(void *u) {
    x = 7;
    return u;
}
static void *writes(void *u) {
    if (write(ends[1], "a", 1) != 1)
        abort();
    return u;
}
static void *reads(void *u) {
    if (read(ends[0], &byte, 1) != 1)
        abort();
    return u;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t, s;
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    IS(semaphore) {
        sem_t *q = sem_open("/mz-h", O_CREAT, 0600, 1);
        if (q != SEM_FAILED) {
            sem_wait(q);
            sem_post(q);
            sem_close(q);
            sem_unlink("/mz-h");
        }
    }
    IS(memory) {
        int fd = shm_open("/mz-h", O_CREAT | O_RDWR, 0600);
        if (fd >= 0) {
            if (ftruncate(fd, 4096))
                abort();
            int *p =
                mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
            if (p != MAP_FAILED) {
                assert(p[0] == 0);
                p[0] = 1;
            }
            shm_unlink("/mz-h");
        }
    }
    IS(queue) {
        mqd_t q = mq_open("/mz-h", O_CREAT | O_RDWR, 0600, NULL);
        if (q != (mqd_t)-1) {
            mq_send(q, "a", 1, 0);
            mq_close(q);
            mq_unlink("/mz-h");
        }
    }
    IS(sysv_memory) {
        int id = shmget(IPC_PRIVATE, 4096, 0600);
        int *p = shmat(id, NULL, 0);
        if (p != (void *)-1) {
            p[0]++;
            shmdt(p);
        }
        shmctl(id, IPC_RMID, NULL);
    }
    IS(sysv_semaphore) {
        int id = semget(IPC_PRIVATE, 1, 0600);
        struct sembuf o = {0, 1, 0};
        semop(id, &o, 1);
        semctl(id, 0, IPC_RMID);
    }
    IS(sysv_queue) {
        int id = msgget(IPC_PRIVATE, 0600);
        struct {
            long k;
            char b[4];
        } g = {1, "a"};
        msgsnd(id, &g, 4, 0);
        msgctl(id, IPC_RMID, NULL);
    }
    IS(event) {
        int fd = eventfd(0, 0);
        uint64_t v = 1;
        if (write(fd, &v, 8) != 8 || read(fd, &v, 8) != 8)
            abort();
        assert(v == 1);
        close(fd);
    }
    IS(timer) {
        int fd = timerfd_create(CLOCK_MONOTONIC, 0);
        close(fd);
    }
    IS(signal) {
        sigset_t q;
        sigemptyset(&q);
        sigaddset(&q, SIGUSR1);
        int fd = signalfd(-1, &q, SFD_NONBLOCK);
        close(fd);
    }
    IS(epoll) {
        int fd = epoll_create1(0);
        struct epoll_event e;
        assert(epoll_wait(fd, &e, 1, 0) == 0);
        close(fd);
    }
    IS(sockets) {
        int p[2];
        char b;
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, p))
            abort();
        if (write(p[0], "a", 1) != 1 || read(p[1], &b, 1) != 1)
            abort();
        assert(b == 'a');
        close(p[0]);
        close(p[1]);
    }
    IS(pipe) {
        if (pipe(ends))
            abort();
        pthread_create(&s, NULL, writes, NULL);
        pthread_join(s, NULL);
        char b;
        if (read(ends[0], &b, 1) != 1)
            abort();
        assert(b == 'a');
    }
    IS(pipe_waits) {
        if (pipe(ends))
            abort();
        pthread_create(&s, NULL, reads, NULL);
        writes(NULL);
        pthread_join(s, NULL);
        assert(byte == 'a');
    }
    pthread_join(t, NULL);
    return 0;
}
