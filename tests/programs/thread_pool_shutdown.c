// SPDX-License-Identifier: Apache-2.0
// check => safe: 1176 executions
// check --algorithm=quasi --k=optimal => safe: 1176 executions
// check --algorithm=quasi --k=2 => safe: 1176 executions
// check --algorithm=source => safe: 1176 executions
// A thread pool: tasks are functions in a queue, workers wait for them at a
// condition variable, and shutting down lets them finish what is queued.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { WORKERS = 2 };

struct task {
    void (*run)(void *);
    void *argument;
    struct task *next;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    struct task *first, **last;
    bool stopping;
    pthread_t workers[WORKERS];
};

static void *pool_work(void *argument) {
    struct pool *pool = argument;
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        while (!pool->first && !pool->stopping)
            pthread_cond_wait(&pool->wake, &pool->lock);
        struct task *task = pool->first;
        if (task && !(pool->first = task->next))
            pool->last = &pool->first;
        pthread_mutex_unlock(&pool->lock);
        if (!task)
            return NULL;
        task->run(task->argument);
        free(task);
    }
}

static void pool_start(struct pool *pool) {
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pool->last = &pool->first;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&pool->workers[i], NULL, pool_work, pool);
}

static void pool_submit(struct pool *pool, void (*run)(void *),
                        void *argument) {
    struct task *task = malloc(sizeof *task);
    if (!task)
        abort();
    *task = (struct task){run, argument, NULL};
    pthread_mutex_lock(&pool->lock);
    *pool->last = task;
    pool->last = &task->next;
    pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

static void pool_stop(struct pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(pool->workers[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
}

static void add_one(void *number) {
    ++*(int *)number;
}

int main(void) {
    static struct pool pool;
    static int numbers[2];
    pool_start(&pool);
    pool_submit(&pool, add_one, &numbers[0]);
    pool_submit(&pool, add_one, &numbers[1]);
    pool_stop(&pool);
    assert(numbers[0] == 1 && numbers[1] == 1);
    return 0;
}
