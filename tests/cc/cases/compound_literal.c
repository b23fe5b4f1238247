// SPDX-License-Identifier: Apache-2.0
// Compound literals are locals too.
struct s { int a, b; };
int sum(const struct s *s) {
    return s->a + s->b;
}
int main(void) {
    return sum(&(struct s){1, 2});
}
// expect: enter 0
// expect: alloc 8 4
// expect: write 4 1
// expect: write 4 2
// expect: read 4 s->a
// expect: read 4 s->b
// expect: leave 0
// expect: returned 3
