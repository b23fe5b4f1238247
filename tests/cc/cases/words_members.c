// SPDX-License-Identifier: Apache-2.0
// Members, of members, behind pointers.
struct in { int b; int c[3]; };
struct node { int value; struct in a; struct node *next; struct in *in; };
struct node first, second, nodes[3], *head = &first;
int main(void) {
    first.next = &second;
    second.in = &second.a;
    head->next->value = 1;
    head -> next = head->next->next;
    first.a.b = first.a.c[2];
    second.in->c[1] = 7;
    nodes[1].a.c[0] = 2;
    (*head).value = 3;
    struct node *n = &nodes[2];
    n->a.b++;
    return (&nodes[1])->value;
}
// expect: write 8 large first.next
// expect: write 8 large second.in
// expect: read 8 head
// expect: read 8 head->next
// expect: write 4 1 head->next->value
// expect: read 8 head
// expect: read 8 head->next
// expect: read 8 head->next->next
// expect: read 8 head
// expect: write 8 0 head -> next
// expect: read 4 first.a.c[2]
// expect: write 4 0 first.a.b
// expect: read 8 second.in
// expect: write 4 7 second.in->c[1]
// expect: write 4 2 nodes[1].a.c[0]
// expect: read 8 head
// expect: write 4 3 (*head).value
// expect: read 4 n->a.b
// expect: write 4 1 n->a.b
// expect: read 4 nodes[1].value
// expect: returned 0
