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

// *p may fail: not before it.
// explain: dereferences: pure if x == 0
// explain: +1: assume x != 0
void dereferences(int *p) {
    int sum = 0;
    while (!x)
        sum += *p;
}

// The read may take part in a data race: not before it.
// explain: plain_variable: pure if x == 0
// explain: +1: assume x != 0
void plain_variable(void) {
    int sum = 0;
    while (!x)
        sum += plain;
}

// y is atomic everywhere: its read cannot fail, nor race.
// explain: safe_variable: pure if x == 0
// explain: +0: await x != 0
void safe_variable(void) {
    int sum = 0;
    while (!x)
        sum += y;
}

// b may be 0: not before the division.
// explain: divides: pure if x == 0
// explain: +1: assume x != 0
void divides(int a, int b) {
    int sum = 0;
    while (!x)
        sum += a / b;
}

// 2 is not 0.
// explain: divides_by_two: pure if x == 0
// explain: +0: await x != 0
void divides_by_two(int a) {
    int sum = 0;
    while (!x)
        sum += a / 2;
}

// i may be out of bounds: not before the access.
// explain: element: pure if x == 0
// explain: +1: assume x != 0
void element(int i) {
    int sum = 0;
    while (!x)
        sum += limits[i];
}

// The last access is the one that is compared; head may be another one next
// time.
// explain: through_head: pure if head->link == 0
// explain: +0: await head->link != 0, if ever
void through_head(void) {
    while (!head->link)
        ;
}

// The plain read of next comes before; it may be another one next time.
// explain: chain: pure if n->next->link == 0
// explain: +0: await n->next->link != 0, if ever
void chain(struct node *n) {
    while (n->next->link == 0)
        ;
}
