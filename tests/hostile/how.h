// SPDX-License-Identifier: Apache-2.0
// What the hostile programs share that do one of several things, by a word.

#ifndef HOSTILE_HOW_H
#define HOSTILE_HOW_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>
#include <alloca.h>
#include <limits.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <search.h>
#include <sys/mman.h>
#include <sys/stat.h>
#define IS(name) if (!strcmp(how, #name))
static const char *how;

#endif
