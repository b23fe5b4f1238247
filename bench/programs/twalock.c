// SPDX-License-Identifier: Apache-2.0
// flags -DN=3
// check => safe: 96 executions
// check --algorithm=source => safe: 96 executions
//
// twalock(N): Awaiting for Godot, Table I. A ticket lock whose later waiters
// spin elsewhere (Dice, Kogan: "TWA – Ticket Locks Augmented with a Waiting
// Array").
#include "spin.h"
#include "start.h"
#include <assert.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

enum { PLACES = 4096, THRESHOLD = 1 };

static atomic_int ticket, grant, waiting[PLACES];
static int shared;

static void wait_elsewhere(int own) {
    atomic_int *at = &waiting[own % PLACES];
    int seen = *at;
    int distance = own - grant;
    while (distance > THRESHOLD) {
        int now;
        SPIN_WHILE((now = *at) == seen);
        seen = now;
        distance = own - grant;
    }
}

static void acquire(void) {
    int own = atomic_fetch_add(&ticket, 1);
    int distance = own - grant;
    if (distance == 0)
        return;
    if (distance > THRESHOLD)
        wait_elsewhere(own);
    SPIN_WHILE(grant != own);
}

static void release(void) {
    int next = grant + 1;
    grant = next;
    atomic_fetch_add(&waiting[(next + THRESHOLD) % PLACES], 1);
}

static void *run(void *number) {
    intptr_t own = (intptr_t)number;
    acquire();
    shared = (int)own;
    assert(shared == own);
    release();
    return NULL;
}

int main(void) {
    start(run, 0, N);
    join(0, N);
    return 0;
}
