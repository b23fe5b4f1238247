// SPDX-License-Identifier: Apache-2.0
// A call of the thread API says which object it acts on.
#include <pthread.h>
struct queue {
    int length;
    pthread_mutex_t lock;
} q, *p = &q;
pthread_mutex_t table[3];
pthread_mutex_t *which(int i) {
    return &table[i];
}
int main(void) {
    struct queue *mine = &q;
    int i = 1;
    pthread_mutex_lock(&q.lock);
    pthread_mutex_unlock(&mine->lock);
    pthread_mutex_lock(&table[2]);
    pthread_mutex_lock(table + i);
    pthread_mutex_lock(which(0));
    return 0;
}
// expect: pthread_mutex_lock as q.lock line 15
// expect: pthread_mutex_unlock as mine->lock line 16
// expect: pthread_mutex_lock as table[2] line 17
// expect: pthread_mutex_lock as table[i] line 18
// expect: pthread_mutex_lock as *which(...) line 19
// expect: returned 0
