// SPDX-License-Identifier: Apache-2.0
// The library functions that are known: one list for the compiler, which makes
// the program call __mz_NAME instead of NAME (cc/ir/library.c), and for the
// models of the runtime, which have these names (NATIVE_MODEL in native.h).
//
//   X(name)     the model has the type that the headers of the host give it
//   OWN(name)   it is declared by hand (api.h, libc.h, hooks.h): the host has no
//               such function, or its type says more than holds for a model
//
// A row says nothing else; what a function does stands at its model.

#ifndef MAZURKA_MACHINE_LIBRARY_FUNCTIONS_H
#define MAZURKA_MACHINE_LIBRARY_FUNCTIONS_H

// clang-format off

// Threads: every call is an operation that others can see.
#define SYNC_FUNCTIONS(X, OWN)                                                \
    X(pthread_create) X(pthread_join) X(pthread_tryjoin_np)                   \
    X(pthread_timedjoin_np) X(pthread_clockjoin_np) OWN(pthread_exit)         \
    X(pthread_mutex_init) X(pthread_mutex_destroy) X(pthread_mutex_lock)      \
    X(pthread_mutex_trylock) X(pthread_mutex_timedlock)                       \
    X(pthread_mutex_clocklock) X(pthread_mutex_unlock)                        \
    X(pthread_mutex_consistent)                                               \
    X(pthread_cond_init) X(pthread_cond_destroy) X(pthread_cond_wait)         \
    X(pthread_cond_timedwait) X(pthread_cond_clockwait)                       \
    X(pthread_cond_signal) X(pthread_cond_broadcast)                          \
    X(pthread_rwlock_init) X(pthread_rwlock_destroy) X(pthread_rwlock_rdlock) \
    X(pthread_rwlock_tryrdlock) X(pthread_rwlock_timedrdlock)                 \
    X(pthread_rwlock_clockrdlock) X(pthread_rwlock_wrlock)                    \
    X(pthread_rwlock_trywrlock) X(pthread_rwlock_timedwrlock)                 \
    X(pthread_rwlock_clockwrlock) X(pthread_rwlock_unlock)                    \
    X(pthread_barrier_init) X(pthread_barrier_destroy)                        \
    X(pthread_barrier_wait)                                                   \
    X(pthread_spin_init) X(pthread_spin_destroy) X(pthread_spin_lock)         \
    X(pthread_spin_trylock) X(pthread_spin_unlock)                            \
    X(pthread_once)                                                           \
    X(sem_init) X(sem_destroy) X(sem_wait) X(sem_trywait) X(sem_timedwait)    \
    X(sem_clockwait) X(sem_post) X(sem_getvalue)                              \
    X(thrd_create) X(thrd_join) OWN(thrd_exit)                                \
    X(mtx_init) X(mtx_destroy) X(mtx_lock) X(mtx_trylock) X(mtx_timedlock)    \
    X(mtx_unlock)                                                             \
    X(cnd_init) X(cnd_destroy) X(cnd_wait) X(cnd_timedwait) X(cnd_signal)     \
    X(cnd_broadcast)                                                          \
    X(call_once)

// The rest of the thread API: attributes, names, keys, and what is refused.
#define THREAD_FUNCTIONS(X, OWN)                                              \
    X(pthread_detach) X(pthread_self) X(pthread_equal) OWN(pthread_yield)     \
    X(pthread_getcpuclockid) X(pthread_setname_np) X(pthread_getname_np)      \
    X(pthread_attr_init) X(pthread_attr_destroy)                              \
    X(pthread_attr_getdetachstate) X(pthread_attr_setdetachstate)             \
    X(pthread_attr_getguardsize) X(pthread_attr_setguardsize)                 \
    X(pthread_attr_getinheritsched) X(pthread_attr_setinheritsched)           \
    X(pthread_attr_getschedparam) X(pthread_attr_setschedparam)               \
    X(pthread_attr_getschedpolicy) X(pthread_attr_setschedpolicy)             \
    X(pthread_attr_getscope) X(pthread_attr_setscope)                         \
    X(pthread_attr_getstack) X(pthread_attr_setstack)                         \
    OWN(pthread_attr_getstackaddr) OWN(pthread_attr_setstackaddr)             \
    X(pthread_attr_getstacksize) X(pthread_attr_setstacksize)                 \
    X(pthread_attr_getaffinity_np) X(pthread_attr_setaffinity_np)             \
    X(pthread_attr_getsigmask_np) X(pthread_attr_setsigmask_np)               \
    X(pthread_getattr_np) X(pthread_getattr_default_np)                       \
    X(pthread_setattr_default_np)                                             \
    X(pthread_mutexattr_init) X(pthread_mutexattr_destroy)                    \
    X(pthread_mutexattr_gettype) X(pthread_mutexattr_settype)                 \
    X(pthread_mutexattr_getpshared) X(pthread_mutexattr_setpshared)           \
    X(pthread_mutexattr_getprotocol) X(pthread_mutexattr_setprotocol)         \
    X(pthread_mutexattr_getprioceiling) X(pthread_mutexattr_setprioceiling)   \
    X(pthread_mutexattr_getrobust) X(pthread_mutexattr_setrobust)             \
    OWN(pthread_mutexattr_getrobust_np) OWN(pthread_mutexattr_setrobust_np)   \
    X(pthread_mutex_getprioceiling) X(pthread_mutex_setprioceiling)           \
    OWN(pthread_mutex_consistent_np)                                          \
    X(pthread_condattr_init) X(pthread_condattr_destroy)                      \
    X(pthread_condattr_getpshared) X(pthread_condattr_setpshared)             \
    X(pthread_condattr_getclock) X(pthread_condattr_setclock)                 \
    X(pthread_rwlockattr_init) X(pthread_rwlockattr_destroy)                  \
    X(pthread_rwlockattr_getpshared) X(pthread_rwlockattr_setpshared)         \
    X(pthread_rwlockattr_getkind_np) X(pthread_rwlockattr_setkind_np)         \
    X(pthread_barrierattr_init) X(pthread_barrierattr_destroy)                \
    X(pthread_barrierattr_getpshared) X(pthread_barrierattr_setpshared)       \
    X(pthread_key_create) X(pthread_key_delete) X(pthread_getspecific)        \
    X(pthread_setspecific)                                                    \
    X(pthread_getschedparam) X(pthread_setschedparam) X(pthread_setschedprio) \
    X(pthread_getaffinity_np) X(pthread_setaffinity_np)                       \
    X(pthread_cancel) X(pthread_testcancel) X(pthread_setcancelstate)         \
    X(pthread_setcanceltype) X(__pthread_register_cancel)                     \
    X(__pthread_unregister_cancel) X(__pthread_register_cancel_defer)         \
    X(__pthread_unregister_cancel_restore) OWN(__pthread_unwind_next)         \
    X(pthread_kill) X(pthread_sigmask) X(pthread_atfork)                      \
    X(sem_open) X(sem_close) X(sem_unlink)                                    \
    X(thrd_current) X(thrd_equal) X(thrd_detach) X(thrd_yield) X(thrd_sleep)  \
    X(tss_create) X(tss_delete) X(tss_get) X(tss_set)                         \
    X(sched_yield) X(sched_getcpu) X(__sched_cpucount) X(sched_setaffinity)   \
    X(sched_getaffinity) X(sched_get_priority_max) X(sched_get_priority_min)

// Allocation is the runtime's own.
#define MEMORY_FUNCTIONS(X, OWN)                                              \
    X(malloc) X(calloc) X(realloc) X(reallocarray) X(aligned_alloc)           \
    X(posix_memalign) X(memalign) X(valloc) X(free) X(strdup) X(strndup)      \
    X(malloc_usable_size)                                                     \
    X(asprintf) X(vasprintf) X(getline) X(getdelim)                           \
    X(mmap) X(munmap) X(mremap) X(mprotect) X(madvise) X(msync)

// Accesses to memory that the program hands over. memcpy, memmove and memset
// have hooks of their own.
#define STRING_FUNCTIONS(X, OWN)                                              \
    OWN(memcpy) OWN(memmove) OWN(memset) X(mempcpy) X(memccpy) X(memchr)      \
    X(memrchr) X(rawmemchr) X(memcmp) X(memmem) X(bcopy) X(bzero) X(bcmp)     \
    X(explicit_bzero)                                                         \
    X(strcpy) OWN(strncpy) X(stpcpy) X(stpncpy) X(strcat) OWN(strncat)        \
    OWN(strlcpy) OWN(strlcat)                                                 \
    X(strlen) X(strnlen)                                                      \
    X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) X(strcoll) X(strxfrm)   \
    X(strchr) X(strrchr) X(strchrnul) X(index) X(rindex) X(strstr)            \
    X(strcasestr) X(strspn) X(strcspn) X(strpbrk) X(strtok) X(strtok_r)       \
    X(strsep)                                                                 \
    X(strerror) OWN(strerror_r) OWN(__xpg_strerror_r) X(strsignal)            \
    X(atoi) X(atol) X(atoll) X(atof) X(strtol) X(strtoll) X(strtoul)          \
    X(strtoull) X(strtof) X(strtod) X(strtold) X(strtoimax) X(strtoumax)      \
    X(sprintf) X(snprintf) X(vsprintf) X(vsnprintf) X(sscanf) X(vsscanf)      \
    X(qsort) X(qsort_r) X(bsearch)

// Output appears once; input is what the runtime says.
#define STDIO_FUNCTIONS(X, OWN)                                               \
    X(printf) X(vprintf) X(fprintf) X(vfprintf) X(dprintf) X(vdprintf)        \
    X(puts) X(putchar) X(putchar_unlocked) X(fputs) X(fputs_unlocked)         \
    X(fputc) X(fputc_unlocked) X(putc) X(putc_unlocked) OWN(fwrite)           \
    X(fwrite_unlocked) X(fflush) X(fflush_unlocked) X(perror) X(setbuf)       \
    X(setvbuf)                                                                \
    X(getchar) X(getchar_unlocked) OWN(fgets) X(fgetc) X(getc)                \
    X(getc_unlocked) OWN(gets) X(ungetc) X(scanf) X(vscanf) X(fscanf)         \
    X(vfscanf) OWN(fread) X(feof) X(feof_unlocked) X(ferror)                  \
    X(ferror_unlocked) X(clearerr) X(clearerr_unlocked)                       \
    X(fgetc_unlocked) X(fgets_unlocked) X(fread_unlocked) X(setbuffer)        \
    X(setlinebuf)                                                             \
    X(fopen) X(fclose) X(fdopen) X(freopen) X(fseek) X(fseeko) X(ftell)       \
    X(ftello) X(rewind) X(fgetpos) X(fsetpos) X(fileno) X(fileno_unlocked)    \
    X(tmpfile) X(flockfile) X(ftrylockfile) X(funlockfile)

// Files (native/file_state.h), by descriptors and by names.
#define FILE_FUNCTIONS(X, OWN)                                                \
    X(open) X(openat) X(creat) X(close) X(pread) X(pwrite) X(readv) X(writev) \
    X(lseek) X(stat) X(fstat) X(lstat) X(fstatat) X(access) X(faccessat)      \
    X(chmod) X(fchmod) X(truncate) X(ftruncate) X(posix_fallocate)            \
    X(posix_fadvise) X(fsync) X(fdatasync) X(sync) X(isatty) X(dup) X(dup2)   \
    X(dup3) X(fcntl) X(pipe) X(pipe2) X(eventfd) X(eventfd_read)              \
    X(eventfd_write) X(poll) X(ppoll) X(select) X(pselect) X(epoll_create)    \
    X(epoll_create1) X(epoll_ctl) X(epoll_wait)                                                          \
    X(unlink) X(unlinkat) X(rmdir) X(remove) X(mkdir) X(mkdirat) X(rename)    \
    X(renameat) X(link) X(mkstemp) X(mkstemps) X(mkostemp) X(mkostemps)       \
    X(mkdtemp) X(umask) X(chdir) X(getcwd) X(realpath) X(readlink)            \
    X(opendir) X(fdopendir) X(readdir) X(rewinddir) X(telldir) X(seekdir)     \
    X(dirfd) X(closedir)

// Time stands still, unless it is slept away or waited for.
#define TIME_FUNCTIONS(X, OWN)                                                \
    X(time) X(clock) X(clock_gettime) X(clock_getres) OWN(gettimeofday)       \
    X(times) X(timespec_get)                                                  \
    X(localtime) X(localtime_r) X(gmtime) X(gmtime_r) X(mktime) X(ctime)      \
    X(ctime_r) X(asctime) X(asctime_r) X(strftime)                            \
    X(nanosleep) X(clock_nanosleep) X(usleep) X(sleep) X(alarm)

// The process: how it ends, signals, its random numbers, who it is, others that
// it has not.
#define PROCESS_FUNCTIONS(X, OWN)                                             \
    OWN(longjmp) X(dlsym)                                                     \
    OWN(exit) OWN(_exit) OWN(_Exit) OWN(quick_exit) X(at_quick_exit)          \
    X(atexit) X(on_exit) OWN(abort)                                           \
    X(raise) X(kill) X(tgkill) X(sigqueue) X(signal) X(sigaction)             \
    X(sigemptyset) X(sigfillset) X(sigaddset) X(sigdelset) X(sigismember)     \
    X(sigprocmask) X(sigpending) X(sigwait) X(sigwaitinfo) X(sigsuspend)      \
    X(pause)                                              \
    OWN(__assert_fail) OWN(__assert_perror_fail) OWN(__assert)                \
    OWN(__errno_location)                                                     \
    X(rand) X(srand) X(rand_r) X(random) X(srandom) X(drand48) X(lrand48)     \
    X(mrand48) X(srand48) X(getrandom) X(getentropy) OWN(arc4random)          \
    X(sysconf) X(setrlimit) X(prlimit) X(getpid) X(getppid) X(gettid)         \
    X(getenv) X(setenv) X(unsetenv) X(putenv) X(clearenv)                     \
    X(getopt) OWN(getopt_long) OWN(getopt_long_only)                          \
    X(system) X(wait) X(waitpid) X(syscall)

// Refused, whatever their types: their models never return. Other processes,
// signals by other ways than signals.c knows, stacks that the program makes for
// itself.
#define REFUSED_FUNCTIONS(X)                                                  \
    X(fork) X(vfork) X(clone) X(execl) X(execlp) X(execle) X(execv) X(execvp) \
    X(execve) X(execvpe) X(posix_spawn) X(posix_spawnp) X(popen) X(pclose) X(symlink) X(mkfifo) X(mknod)             \
    X(killpg) X(pthread_sigqueue)     \
    X(sigtimedwait)                                                  \
    X(sigaltstack) X(sigset) X(sigignore) X(sighold) X(sigrelse) X(sigblock)  \
    X(sigsetmask) X(siginterrupt) X(setitimer) X(ualarm) X(timer_create)      \
    X(getcontext) X(setcontext) X(makecontext) X(swapcontext)                 \
    X(feenableexcept)

// Atomics of sizes that no instruction has; what other checkers have taught
// programs to call, of which a program's own definition counts.
#define CHECKER_FUNCTIONS(OWN)                                                \
    OWN(__atomic_load) OWN(__atomic_store) OWN(__atomic_exchange)             \
    OWN(__atomic_compare_exchange)                                            \
    OWN(__VERIFIER_assume) OWN(__VERIFIER_assert) OWN(__VERIFIER_error)       \
    OWN(reach_error) OWN(__VERIFIER_atomic_begin) OWN(__VERIFIER_atomic_end)  \
    OWN(__VERIFIER_nondet_bool)                                               \
    OWN(mz_assume) OWN(mz_choose) OWN(mz_await) OWN(mz_thread_name)    \
    OWN(mz_scenario)

// Test frameworks, cmocka and Check (native/frameworks): what their macros
// call. Refused, whatever their types: what makes a test that is to fail.
#define FRAMEWORK_FUNCTIONS(OWN)                                              \
    OWN(_cmocka_run_group_tests) OWN(cmocka_set_message_output) OWN(_fail)    \
    OWN(_assert_true) OWN(mock_assert) OWN(_assert_return_code)               \
    OWN(_assert_int_equal) OWN(_assert_int_not_equal)                         \
    OWN(_assert_float_equal) OWN(_assert_float_not_equal)                     \
    OWN(_assert_string_equal) OWN(_assert_string_not_equal)                   \
    OWN(_assert_memory_equal) OWN(_assert_memory_not_equal)                   \
    OWN(_assert_in_range) OWN(_assert_not_in_range) OWN(_assert_in_set)       \
    OWN(_assert_not_in_set) OWN(_test_malloc) OWN(_test_calloc)               \
    OWN(_test_realloc) OWN(_test_free)                                        \
    OWN(suite_create) OWN(suite_add_tcase) OWN(tcase_create)                  \
    OWN(_tcase_add_test) OWN(tcase_add_checked_fixture)                       \
    OWN(tcase_add_unchecked_fixture) OWN(tcase_set_timeout)                   \
    OWN(tcase_set_tags) OWN(tcase_fn_start) OWN(srunner_create)               \
    OWN(srunner_add_suite) OWN(srunner_free) OWN(srunner_run_all)             \
    OWN(srunner_run) OWN(srunner_ntests_failed) OWN(srunner_ntests_run)       \
    OWN(srunner_set_fork_status) OWN(srunner_fork_status) OWN(_mark_point)    \
    OWN(_ck_assert_failed)
#define FRAMEWORK_REFUSED(X)                                                  \
    X(_skip) X(_mock) X(_will_return) X(_check_expected) X(_function_called)  \
    X(_expect_function_call) X(_expect_any) X(_expect_check)                  \
    X(_expect_in_range) X(_expect_in_set) X(_expect_memory)                   \
    X(_expect_not_in_range) X(_expect_not_in_set) X(_expect_not_memory)       \
    X(_expect_not_string) X(_expect_not_value) X(_expect_string)              \
    X(_expect_value) X(_run_test) X(_run_tests) X(_run_group_tests)           \
    X(cmocka_set_test_filter) X(cmocka_set_skip_filter)                       \
    X(srunner_run_tagged) X(srunner_failures) X(srunner_results)

// Values that come from anywhere, as __VERIFIER_nondet_NAME: X(type, name).
#define NONDET_INTEGERS(X)                                                    \
    X(char, char) X(signed char, schar) X(unsigned char, uchar)               \
    X(short, short) X(unsigned short, ushort) X(int, int) X(unsigned, uint)   \
    X(unsigned, unsigned) X(unsigned, unsigned_int) X(long, long)             \
    X(unsigned long, ulong) X(unsigned long, unsigned_long)                   \
    X(unsigned char, unsigned_char) X(unsigned short, unsigned_short)         \
    X(long long, longlong) X(unsigned long long, ulonglong)                   \
    X(__int128, int128) X(unsigned __int128, uint128) X(size_t, size_t)       \
    X(size_t, sizet) X(ssize_t, ssize_t) X(long long, loff_t)                 \
    X(unsigned long, sector_t) X(unsigned long, pthread_t)                    \
    X(unsigned long, address) X(unsigned char, u8) X(unsigned short, u16)     \
    X(unsigned, u32) X(unsigned long, u64) X(signed char, s8) X(short, s16)   \
    X(int, s32) X(long, s64) X(signed char, int8_t) X(short, int16_t)         \
    X(int, int32_t) X(long, int64_t) X(unsigned char, uint8_t)                \
    X(unsigned short, uint16_t) X(unsigned, uint32_t)                         \
    X(unsigned long, uint64_t) X(unsigned, gfp_t)
#define NONDET_POINTERS(X) X(void *, pointer) X(char *, pchar) X(char *, charp)
#define NONDET_FUNCTIONS(X)                                                   \
    NONDET_INTEGERS(X) X(float, float) X(double, double) NONDET_POINTERS(X)

// Mathematics that touches nothing but errno; each name stands for three, the
// other two end in f and l. X(name), or X(type, name) with the type of the
// result, and of the second argument.
#define MATH_OF_ONE(X)                                                        \
    X(acos) X(asin) X(atan) X(cos) X(sin) X(tan) X(acosh) X(asinh) X(atanh)   \
    X(cosh) X(sinh) X(tanh) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log10)  \
    X(log1p) X(log2) X(logb) X(sqrt) X(cbrt) X(erf) X(erfc) X(tgamma)
#define MATH_OF_TWO(X)                                                        \
    X(atan2) X(hypot) X(pow) X(fmod) X(remainder) X(nextafter) X(fdim)
#define MATH_TO_INTEGER(X)                                                    \
    X(int, ilogb) X(long, lrint) X(long, lround) X(long long, llrint)         \
    X(long long, llround)
#define MATH_BY_INTEGER(X)                                                    \
    X(int, ldexp) X(int, scalbn) X(long, scalbln)
#define MATH_OTHER(X) X(nexttoward) X(fma)
// That writes through a pointer, or to signgam; or that reads a text.
#define MATH_WITH_MEMORY(X)                                                   \
    X(frexp) X(modf) X(remquo) X(sincos) X(lgamma) X(nan)

// Left as they are: what they return depends on their arguments alone, and
// they touch nothing that another thread could see. The first ones in threes.
#define PURE_MATH(X)                                                          \
    X(fabs) X(ceil) X(floor) X(nearbyint) X(rint) X(round) X(roundeven)       \
    X(trunc) X(copysign) X(fmax) X(fmin) X(isnan) X(isinf) X(finite)
#define PURE_FUNCTIONS(X)                                                     \
    X(abs) X(labs) X(llabs) X(imaxabs) X(div) X(ldiv) X(lldiv) X(imaxdiv)     \
    X(ffs) X(ffsl) X(ffsll)                                                   \
    X(isalnum) X(isalpha) X(isascii) X(isblank) X(iscntrl) X(isdigit)         \
    X(isgraph) X(islower) X(isprint) X(ispunct) X(isspace) X(isupper)         \
    X(isxdigit) X(toascii) X(tolower) X(toupper)                              \
    X(iswalpha) X(iswdigit) X(iswspace) X(iswalnum) X(iswupper) X(iswlower)   \
    X(towlower) X(towupper)                                                   \
    X(__ctype_b_loc) X(__ctype_tolower_loc) X(__ctype_toupper_loc)            \
    X(__ctype_get_mb_cur_max) X(getpagesize) X(htons) X(htonl) X(ntohs)       \
    X(ntohl)                                                                  \
    X(setjmp) X(_setjmp) X(__sigsetjmp) X(sigsetjmp)                          \
    X(__isnan) X(__isnanf) X(__isinf) X(__isinff) X(__finite) X(__fpclassify) \
    X(__fpclassifyf) X(__fpclassifyl) X(__signbit) X(__signbitf)              \
    X(__signbitl) X(__isnanl) X(__isinfl) X(__finitel) X(__issignaling)       \
    X(__atomic_is_lock_free) X(__stack_chk_guard) X(__gcc_personality_v0)     \
    X(__divti3) X(__modti3) X(__udivti3) X(__umodti3) X(__multi3) X(__divdc3) \
    X(__muldc3) X(__divsc3) X(__mulsc3) X(__addtf3) X(__subtf3) X(__multf3)   \
    X(__divtf3) X(__powidf2) X(__powisf2) X(__popcountdi2)                    \
    X(conj) X(creal) X(cimag) X(cabs) X(cexp) X(csqrt) X(carg) X(difftime)    \
    X(clog) X(clogf) X(cpow) X(cpowf) X(csin) X(ccos) X(ctan) X(csinh)        \
    X(ccosh) X(ctanh) X(casin) X(cacos) X(catan) X(cproj) X(conjf) X(crealf)  \
    X(cimagf) X(cabsf) X(cexpf) X(csqrtf) X(cargf)                            \
    X(iswblank) X(iswcntrl) X(iswgraph) X(iswprint) X(iswpunct) X(iswxdigit)  \
    X(btowc) X(wctob) X(wcwidth)                                              \
    X(gnu_dev_major) X(gnu_dev_minor) X(gnu_dev_makedev)                      \
    X(significand) X(drem)                                                    \
    X(__divxc3) X(__mulxc3) X(__extenddftf2) X(__trunctfdf2) X(__fixtfdi)     \
    X(__floatditf) X(__clzti2) X(__ctzti2) X(__popcountti2) X(__paritydi2)    \
    X(__ashlti3) X(__lshrti3) X(__ashrti3)

// Other names, mostly of the C library's own making: X(name, model). __mz_read
// and __mz_write are hooks already.
#define ALIASES(X)                                                            \
    X(__isoc99_scanf, scanf) X(__isoc99_fscanf, fscanf)                       \
    X(__isoc99_sscanf, sscanf) X(__isoc99_vscanf, vscanf)                     \
    X(__isoc99_vfscanf, vfscanf) X(__isoc99_vsscanf, vsscanf)                 \
    X(__isoc23_scanf, scanf) X(__isoc23_fscanf, fscanf)                       \
    X(__isoc23_sscanf, sscanf) X(__isoc23_vscanf, vscanf)                     \
    X(__isoc23_vfscanf, vfscanf) X(__isoc23_vsscanf, vsscanf)                 \
    X(__isoc23_strtol, strtol) X(__isoc23_strtoll, strtoll)                   \
    X(__isoc23_strtoul, strtoul) X(__isoc23_strtoull, strtoull)               \
    X(__isoc23_strtoimax, strtoimax) X(__isoc23_strtoumax, strtoumax)         \
    X(freopen64, freopen) X(fseeko64, fseeko) X(ftello64, ftello)             \
    X(tmpfile64, tmpfile) X(fgetpos64, fgetpos) X(fsetpos64, fsetpos)         \
    X(openat64, openat) X(creat64, creat) X(pread64, pread)                   \
    X(pwrite64, pwrite) X(lseek64, lseek) X(stat64, stat) X(fstat64, fstat)   \
    X(lstat64, lstat) X(fstatat64, fstatat) X(truncate64, truncate)           \
    X(ftruncate64, ftruncate) X(posix_fallocate64, posix_fallocate)           \
    X(posix_fadvise64, posix_fadvise) X(fcntl64, fcntl)                       \
    X(mkstemp64, mkstemp) X(mkostemp64, mkostemp) X(readdir64, readdir)       \
    X(fopen64, fopen) X(open64, open) X(read, fd_read) X(write, fd_write)     \
    X(mmap64, mmap) X(setrlimit64, setrlimit) X(prlimit64, prlimit)           \
    X(__strdup, strdup) X(__strndup, strndup) X(__libc_malloc, malloc)        \
    X(__libc_free, free) X(__strtok_r, strtok_r) X(_IO_putc, putc)            \
    X(_IO_getc, getc) X(__getpid, getpid) X(secure_getenv, getenv)            \
    X(__sysv_signal, signal) X(bsd_signal, signal) X(ssignal, signal)         \
    X(__posix_getopt, getopt) X(__sysconf, sysconf) X(_longjmp, longjmp)      \
    X(siglongjmp, longjmp) X(__longjmp_chk, longjmp)
#define SYNC_ALIASES(X)                                                       \
    X(__pthread_mutex_lock, pthread_mutex_lock)                               \
    X(__pthread_mutex_unlock, pthread_mutex_unlock)
// clang-format on

#endif
