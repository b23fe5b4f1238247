// SPDX-License-Identifier: Apache-2.0
// Declarations of a system of 32 bits, as preprocessed programs have them.
// flags -w
// check => safe: 4 executions
// check --races=interleave => safe: 4 executions
typedef unsigned int size_t;
typedef unsigned long int pthread_t;
typedef union {
    char size[24];
    long int align;
} pthread_mutex_t;
typedef union {
    char size[48];
    long long int align;
} pthread_cond_t;

int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_signal(pthread_cond_t *);
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
void reach_error(void);

static pthread_mutex_t lock, *other;
static pthread_cond_t changed;
static int ready, *numbers;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(other);
    numbers[3]++;
    pthread_mutex_unlock(other);
    return unused;
}

int main() {
    pthread_t thread;
    char text[4] = "abc", copy[4];
    size_t length = strlen(text);
    memcpy(copy, text, length + 1);
    numbers = malloc(sizeof(int) * 4);
    other = calloc(1, sizeof *other);
    memset(numbers, 0, 16);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(other);
    numbers[3]++;
    pthread_mutex_unlock(other);
    pthread_join(thread, 0);
    if (numbers[3] != 2 || length != 3 || copy[2] != 'c')
        reach_error();
    free(numbers);
    free(other);
    return 0;
}
