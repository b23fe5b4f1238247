// SPDX-License-Identifier: Apache-2.0
// Values are shown in the terms of the program: enumerators, characters, blocks.
// check --races=ignore --full-trace => unsafe: assertion at report_values.c:44 after 2 executions
// says letter is 'b', ready is true, top is block 1 of report_values.c:26 by main/1, count is
// says IDLE → BUSY
// says 'a' → 'b'
// says NULL → block 1 of report_values.c:26 by main/1
// says false → true
// says 2 switches (fewest possible)
// says from main/1, report_values.c:33
#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <stdbool.h>
enum state { IDLE, BUSY, DONE };
struct node { struct node *next; char letter; };
static _Atomic(enum state) state;
static struct node *_Atomic top;
static char letter = 'a';
static atomic_bool ready;
static atomic_uint count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *p)
{
    struct node *n = malloc(sizeof *n);
    pthread_mutex_lock(&m);
    letter = 'b';
    pthread_mutex_unlock(&m);
    atomic_store(&top, n);
    atomic_store(&count, 4000000000u);
    atomic_store(&ready, true);
    atomic_store(&state, BUSY);
    return p;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    char c = letter;
    pthread_mutex_unlock(&m);
    (void)c;
    assert(state != BUSY || letter != 'b' || !ready || top == NULL || count == 1);
}
