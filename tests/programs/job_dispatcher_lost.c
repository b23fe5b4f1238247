// SPDX-License-Identifier: Apache-2.0
// check => unsafe: deadlock at job_dispatcher_lost.c:N after N executions
// check --algorithm=quasi --k=optimal => unsafe: deadlock at job_dispatcher_lost.c:N after N executions
// check --algorithm=quasi --k=2 => unsafe: deadlock at job_dispatcher_lost.c:N after N executions
// The dispatcher closes a mailbox without its mutex: a worker that has just
// looked into it falls asleep after the signal, and main waits for it for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { WORKERS = 2, JOBS = 2 };

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool full;
    atomic_bool closed;
    int job;
};

static struct mailbox boxes[WORKERS];
static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;
static int done, sum;

static void mailbox_put(struct mailbox *box, int job) {
    pthread_mutex_lock(&box->lock);
    while (box->full)
        pthread_cond_wait(&box->changed, &box->lock);
    box->job = job;
    box->full = true;
    pthread_cond_signal(&box->changed);
    pthread_mutex_unlock(&box->lock);
}

static void mailbox_close(struct mailbox *box) {
    box->closed = true;
    pthread_cond_signal(&box->changed);
}

static bool mailbox_take(struct mailbox *box, int *job) {
    pthread_mutex_lock(&box->lock);
    while (!box->full && !box->closed)
        pthread_cond_wait(&box->changed, &box->lock);
    bool taken = box->full;
    *job = box->job;
    box->full = false;
    pthread_cond_signal(&box->changed);
    pthread_mutex_unlock(&box->lock);
    return taken;
}

static void *work(void *argument) {
    int job;
    while (mailbox_take(argument, &job)) {
        pthread_mutex_lock(&done_lock);
        done++;
        sum += job;
        pthread_mutex_unlock(&done_lock);
    }
    return NULL;
}

int main(void) {
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        pthread_mutex_init(&boxes[i].lock, NULL);
        pthread_cond_init(&boxes[i].changed, NULL);
        pthread_create(&workers[i], NULL, work, &boxes[i]);
    }
    for (int job = 0; job < JOBS; job++)
        mailbox_put(&boxes[job % WORKERS], job);
    for (int i = 0; i < WORKERS; i++)
        mailbox_close(&boxes[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    assert(done == JOBS && sum == 0 + 1);
    return 0;
}
