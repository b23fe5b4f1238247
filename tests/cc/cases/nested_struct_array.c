// SPDX-License-Identifier: Apache-2.0
// First members and first elements, whose steps leave no trace in the code.
struct point { int x, y; };
struct shape { struct point corner[3]; int sides; } shapes[2], *p = shapes;
int main(void) {
    shapes[0].corner[0].x = 1;
    shapes[0].sides = 2;
    p->corner[0].y = 3;
    p->corner[2].x = p->corner[0].x;
    p[1].corner[1].y = 4;
    return shapes[1].corner[1].y;
}
// expect: write 4 1 shapes[0].corner[0].x
// expect: write 4 2 shapes[0].sides
// expect: read 8 p
// expect: write 4 3 p->corner[0].y
// expect: read 8 p
// expect: read 4 p->corner[0].x
// expect: read 8 p
// expect: write 4 1 p->corner[2].x
// expect: read 8 p
// expect: write 4 4 p[1].corner[1].y
// expect: read 4 shapes[1].corner[1].y
// expect: returned 4
