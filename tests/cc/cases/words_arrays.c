// SPDX-License-Identifier: Apache-2.0
// Subscripts, also of several dimensions.
int a[4], m[3][5], i = 1, k = 2;
int *rows[2] = {a, a};
int main(void) {
    a[i] = a[i + 1];
    m[i][k] = m[0][0];
    rows[1][i] = 3;
    a[a[0]] = rows[0][k];
    int j = 2;
    a[j * 1] = 1;
    a [ j ] = 2;
    return a[
        j];
}
// expect: read 4 i
// expect: read 4 a[i + 1]
// expect: read 4 i
// expect: write 4 0 a[i]
// expect: read 4 m[0][0]
// expect: read 4 i
// expect: read 4 k
// expect: write 4 0 m[i][k]
// expect: read 8 rows[1]
// expect: read 4 i
// expect: write 4 3 rows[1][i]
// expect: read 8 rows[0]
// expect: read 4 k
// expect: read 4 rows[0][k]
// expect: read 4 a[0]
// expect: write 4 0 a[a[0]]
// expect: write 4 1 a[j * 1]
// expect: write 4 2 a [ j ]
// expect: read 4 a[ j]
// expect: returned 2
