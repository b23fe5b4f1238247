// SPDX-License-Identifier: Apache-2.0
// How threads are given to processors: there is one, and priorities change
// nothing.

#include "machine/native/api/api.h"

#include <string.h>

uint64_t api_read_set(const void *set, size_t size,
                      const struct mz_site *site) {
    uint64_t word = 0;
    native_reads(set, size, site);
    memcpy(&word, set, size < sizeof word ? size : sizeof word);
    return word;
}

void api_write_set(void *set, size_t size, uint64_t word,
                   const struct mz_site *site) {
    native_writes(set, size, site);
    memset(set, 0, size);
    memcpy(set, &word, size < sizeof word ? size : sizeof word);
}

int __mz_pthread_getschedparam(pthread_t thread, int *policy,
                               struct sched_param *param) {
    const struct mz_site *site = native_at();
    if (!api_thread(thread))
        return ESRCH;
    API_GIVE(policy, SCHED_OTHER, site);
    API_GIVE(param, ((struct sched_param){.sched_priority = 0}), site);
    return 0;
}

int __mz_pthread_setschedparam(pthread_t thread, int policy,
                               const struct sched_param *param) {
    (void)policy;
    native_reads(param, sizeof *param, native_at());
    return api_thread(thread) ? 0 : ESRCH;
}

int __mz_pthread_setschedprio(pthread_t thread, int priority) {
    (void)priority;
    return api_thread(thread) ? 0 : ESRCH;
}

// There is one processor, whatever machine the program is checked on.
int __mz_pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
    if (!api_thread(thread))
        return ESRCH;
    api_write_set(set, size, 1, native_at());
    return 0;
}

int __mz_pthread_setaffinity_np(pthread_t thread, size_t size,
                                const cpu_set_t *set) {
    api_read_set(set, size, native_at());
    return api_thread(thread) ? 0 : ESRCH;
}

int __mz_sched_getcpu(void) {
    return 0;
}

int __mz_sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set) {
    (void)pid;
    api_write_set(set, size, 1, native_at());
    return 0;
}

int __mz_sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set) {
    (void)pid;
    api_read_set(set, size, native_at());
    return 0;
}

int __mz___sched_cpucount(size_t size, const cpu_set_t *set) {
    if (size)
        native_reads(set, size, native_at());
    return __sched_cpucount(size, set);
}

int __mz_sched_get_priority_max(int policy) {
    return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int __mz_sched_get_priority_min(int policy) {
    return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}
