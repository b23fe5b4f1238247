// SPDX-License-Identifier: Apache-2.0
// flags -lm -ldl -lrt
// check -- asm_cpuid => safe: 2 executions
// check -- asm_direction => safe: 2 executions
// check -- asm_flags => not checked: *
// check -- asm_hlt => unsafe: null-dereference at FILE:N after N executions
// check -- asm_stack => not checked: *
// check -- asm_store => safe: 2 executions
// check -- asm_write => not checked: *
// check -- asm_xchg => safe: 2 executions
// check -- chroot => incomplete: calls outside of control (*) after N executions || not checked: *
// check -- chroot_deep => incomplete: calls outside of control (*) after N executions || not checked: *
// check -- clone => not checked: *
// check -- core_limit => incomplete: calls outside of control (*) after N executions
// check -- dl_create => not checked: *
// check -- dl_free => incomplete: *
// check -- dl_lock => not checked: *
// check -- dl_malloc => incomplete: *
// check -- dl_math => incomplete: calls outside of control (*) after N executions
// check -- dl_missing => incomplete: calls outside of control (*) after N executions
// check -- dl_self => incomplete: calls outside of control (*) after N executions
// check -- dladdr => incomplete: calls outside of control (*) after N executions
// check -- flock => safe: 2 executions
// check -- made => safe: 2 executions
// check -- name => incomplete: calls outside of control (*) after N executions
// check -- personality => incomplete: calls outside of control (*) after N executions
// check -- personality_set => incomplete: calls outside of control (*) after N executions
// check -- print_many => safe: 2 executions
// check -- prints_escape => safe: 2 executions
// check -- prints_zero => safe: 2 executions
// check -- ptrace => incomplete: calls outside of control (*) after N executions
// check -- seccomp_filter => incomplete: calls outside of control (*) after N executions
// check -- spawn => not checked: *
// check -- stack_limit => incomplete: calls outside of control (*) after N executions
// check -- syscall_exit_thread => not checked: *
// check -- syscall_mmap => not checked: *
// check -- syscall_write => not checked: *
// check -- temporary => safe: 2 executions
// check -- unshare => incomplete: calls outside of control (*) after N executions
// check -- usage => incomplete: calls outside of control (*) after N executions
// check -- vfork => not checked: *
// check -- wait_any => safe: 2 executions
// The process itself, the system called by hand, and functions that are found
// by name.
#include "how.h"
#include <sched.h>
#include <spawn.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <linux/seccomp.h>
#include <link.h>
static atomic_int x;
static void *work(void *u) {
    x = 7;
    return u;
}
static int child(void *u) {
    (void)u;
    return 0;
}
int main(int c, char **w) {
    how = w[c - 1];
    pthread_t t;
    void *q;
    char b[100];
    pthread_create(&t, NULL, work, NULL);
    x = 1;
    IS(vfork) {
        if (vfork() == 0)
            _exit(0);
    }
    IS(clone) {
        clone(child, b + 100, SIGCHLD, NULL);
    }
    IS(unshare) {
        if (unshare(CLONE_FILES))
            errno = 0;
    }
    IS(personality) personality(0xffffffff);
    IS(personality_set) personality(ADDR_NO_RANDOMIZE);
    IS(ptrace) ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    IS(name) prctl(PR_SET_NAME, "abc");
    IS(seccomp_filter) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    IS(chroot) {
        if (chroot("/tmp"))
            errno = 0;
    }
    IS(chroot_deep) {
        if (chroot("/proc"))
            errno = 0;
        if (chdir("/"))
            errno = 0;
    }
    IS(stack_limit) {
        struct rlimit r = {1 << 20, 1 << 20};
        setrlimit(RLIMIT_STACK, &r);
    }
    IS(core_limit) {
        struct rlimit r = {0, 0};
        setrlimit(RLIMIT_CORE, &r);
    }
    IS(usage) {
        struct rusage u;
        getrusage(RUSAGE_SELF, &u);
    }
    IS(syscall_exit_thread) syscall(SYS_exit, 0);
    IS(syscall_write) {
        if (syscall(SYS_write, 1, "hello\n", 6) != 6)
            abort();
    }
    IS(syscall_mmap) syscall(SYS_mmap, NULL, 4096, 3, 0x22, -1, 0);
    IS(asm_write) {
        long n;
        const char *s = "raw\n";
        __asm__ volatile("syscall"
                         : "=a"(n)
                         : "a"(1), "D"(1), "S"(s), "d"(4)
                         : "rcx", "r11", "memory");
    }
    IS(asm_store) {
        int v = 0;
        __asm__ volatile("movl $5, %0" : "=m"(v));
        assert(v == 5);
    }
    IS(asm_cpuid) {
        unsigned a = 0, bb, cc, d;
        __asm__ volatile("cpuid" : "+a"(a), "=b"(bb), "=c"(cc), "=d"(d));
    }
    IS(asm_xchg) {
        int v = 3, o = 1;
        __asm__ volatile("xchgl %0, %1" : "+r"(o), "+m"(v));
        assert(v == 1 && o == 3);
    }
    IS(asm_flags) {
        __asm__ volatile("pushfq; popfq" ::: "cc", "memory");
    }
    IS(asm_direction) {
        __asm__ volatile("std");
        memset(b, 0, 50);
        __asm__ volatile("cld");
    }
    IS(asm_stack) {
        __asm__ volatile("push %%rax; pop %%rax" ::: "memory");
    }
    IS(asm_hlt) {
        __asm__ volatile("hlt");
    }
    IS(dl_self) {
        q = dlopen(NULL, RTLD_NOW);
        assert(q);
        dlclose(q);
    }
    IS(dl_missing) {
        assert(!dlopen("libnothere.so", RTLD_NOW));
        dlerror();
    }
    IS(dl_math) {
        q = dlopen("libm.so.6", RTLD_NOW);
        double (*f)(double) = q ? dlsym(q, "cos") : NULL;
        if (f)
            assert(f(0) == 1);
        if (q)
            dlclose(q);
    }
    IS(dl_create) {
        int (*f)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                 void *) = dlsym(RTLD_DEFAULT, "pthread_create");
        pthread_t s;
        if (f) {
            f(&s, NULL, work, NULL);
            pthread_join(s, NULL);
        }
    }
    IS(dl_malloc) {
        void *(*f)(size_t) = dlsym(RTLD_DEFAULT, "malloc");
        char *p = f(10);
        p[0] = 1;
        free(p);
    }
    IS(dl_free) {
        void (*f)(void *) = dlsym(RTLD_DEFAULT, "free");
        f(malloc(3));
    }
    IS(dl_lock) {
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        int (*f)(pthread_mutex_t *) = dlsym(RTLD_DEFAULT, "pthread_mutex_lock");
        f(&m);
        pthread_mutex_unlock(&m);
    }
    IS(dladdr) {
        Dl_info i;
        dladdr((void *)work, &i);
    }
    IS(spawn) {
        pid_t p;
        char *a[] = {"true", NULL};
        posix_spawn(&p, "/bin/true", NULL, NULL, a, NULL);
    }
    IS(wait_any) {
        int s;
        assert(wait(&s) == -1 && errno == ECHILD);
    }
    IS(temporary) {
        FILE *f = tmpfile();
        if (f) {
            fputs("abc", f);
            rewind(f);
            assert(fgetc(f) == 'a');
            fclose(f);
        }
    }
    IS(made) {
        char n[] = "/tmp/mzXXXXXX";
        int fd = mkstemp(n);
        if (fd >= 0) {
            if (write(fd, "x", 1) != 1)
                abort();
            unlink(n);
            close(fd);
        }
    }
    IS(flock) {
        int fd = open("/dev/null", O_RDWR);
        struct flock l = {.l_type = F_WRLCK};
        fcntl(fd, F_SETLK, &l);
        close(fd);
    }
    IS(print_many) {
        for (int i = 0; i < 20000; i++)
            printf("%d\n", i);
    }
    IS(prints_zero) {
        fwrite("\0\0\n", 1, 3, stdout);
    }
    IS(prints_escape) {
        printf("\033[2J\033]0;x\007\n");
    }
    pthread_join(t, NULL);
    return 0;
}
