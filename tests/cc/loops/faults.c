// SPDX-License-Identifier: Apache-2.0
// What may fail or race must not be hidden: the assumption comes after it.
#include <stdatomic.h>

atomic_int x, y, limits[4];
int plain, numbers[4];
struct node {
    struct node *next;
    _Atomic(struct node *) link;
    int value;
};
_Atomic(struct node *) head;

// explain: dereferences: pure if x == 0
// explain: +1: assume x != 0
void dereferences(int *p) {
    int sum = 0;
    while (!x)
        sum += *p;
}

// explain: plain_variable: pure if x == 0
// explain: +1: assume x != 0
void plain_variable(void) {
    int sum = 0;
    while (!x)
        sum += plain;
}

// explain: safe_variable: pure if x == 0
// explain: +0: await x != 0
void safe_variable(void) {
    int sum = 0;
    while (!x)
        sum += y;
}

// explain: divides: pure if x == 0
// explain: +1: assume x != 0
void divides(int a, int b) {
    int sum = 0;
    while (!x)
        sum += a / b;
}

// explain: divides_by_two: pure if x == 0
// explain: +0: await x != 0
void divides_by_two(int a) {
    int sum = 0;
    while (!x)
        sum += a / 2;
}

// explain: element: pure if x == 0
// explain: +1: assume x != 0
void element(int i) {
    int sum = 0;
    while (!x)
        sum += limits[i];
}

// explain: through_head: pure if head->link == 0
// explain: +0: await head->link != 0, if ever
void through_head(void) {
    while (!head->link)
        ;
}

// explain: chain: pure if n->next->link == 0
// explain: +0: await n->next->link != 0, if ever
void chain(struct node *n) {
    while (n->next->link == 0)
        ;
}
