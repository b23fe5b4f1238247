// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <assert.h>
static int balance = 100;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int get(void)
{
    pthread_mutex_lock(&m);
    int b = balance;
    pthread_mutex_unlock(&m);
    return b;
}
static void put(int b)
{
    pthread_mutex_lock(&m);
    balance = b;
    pthread_mutex_unlock(&m);
}
static void *withdraw(void *p)
{
    int n = *(int *)p;
    int b = get();
    b -= n;
    put(b);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    int x = 60, y = 30;
    pthread_create(&a, 0, withdraw, &x);
    pthread_create(&b, 0, withdraw, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(balance == 10);
}
