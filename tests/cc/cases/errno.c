// SPDX-License-Identifier: Apache-2.0
// errno is a call and an access behind it.
#include <errno.h>
int main(void) {
    errno = 3;
    return errno;
}
// expect: __errno_location line 5
// expect: write 4 3 errno
// expect: __errno_location line 6
// expect: read 4 errno
// expect: returned 3
