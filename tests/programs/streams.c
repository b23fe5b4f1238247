// SPDX-License-Identifier: Apache-2.0
// check => safe: 1 executions
// prints printed
// never in the file
// Streams on files, as C says.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void texts(void) {
    char text[20], *line = NULL;
    size_t room = 0;
    FILE *f = fopen("text", "w+x");
    assert(f && fileno(f) == 3 && fputs("first line\n", f) >= 0);
    assert(fprintf(f, "%d %s\n", 42, "words") == 9 && fputc('x', f) == 'x');
    assert(ftell(f) == 21 && fwrite("yz", 1, 2, f) == 2 && !ferror(f));
    rewind(f);
    assert(fgets(text, sizeof text, f) && !strcmp(text, "first line\n"));
    int number = 0;
    assert(fscanf(f, "%d %19s", &number, text) == 2 && number == 42);
    assert(!strcmp(text, "words") && fgetc(f) == '\n');
    assert(getline(&line, &room, f) == 3 && !strcmp(line, "xyz") && feof(f));
    assert(fgetc(f) == EOF && getline(&line, &room, f) == -1);
    assert(fseek(f, -3, SEEK_END) == 0 && !feof(f) && fgetc(f) == 'x');
    assert(ungetc('q', f) == 'q' && fgetc(f) == 'q' && getc(f) == 'y');
    assert(fseek(f, 1, SEEK_SET) == 0 && fread(text, 2, 3, f) == 3);
    assert(!memcmp(text, "irst l", 6) && ftell(f) == 7);
    assert(fputs("INE", f) >= 0 && fseek(f, 0, SEEK_SET) == 0);
    assert(getdelim(&line, &room, '\n', f) == 11);
    assert(!strcmp(line, "first lINE\n") && fclose(f) == 0);
    free(line);
}

static void buffers(void) {
    struct stat s;
    FILE *f = fopen("buffered", "w");
    assert(f && fputs("abc", f) >= 0 && !stat("buffered", &s) && !s.st_size);
    assert(fflush(f) == 0 && !stat("buffered", &s) && s.st_size == 3);
    assert(setvbuf(f, NULL, _IONBF, 0) == 0 && fputs("d", f) >= 0);
    assert(!stat("buffered", &s) && s.st_size == 4);
    assert(setvbuf(f, NULL, _IOLBF, 0) == 0 && fputs("e", f) >= 0);
    assert(!stat("buffered", &s) && s.st_size == 4 && fputc('\n', f) == '\n');
    assert(!stat("buffered", &s) && s.st_size == 6 && fgetc(f) == EOF);
    assert(ferror(f));
    clearerr(f);
    assert(!ferror(f) && fclose(f) == 0);
    f = fopen("buffered", "a+");
    char many[9000];
    memset(many, 'm', sizeof many);
    assert(fwrite(many, 1, sizeof many, f) == sizeof many && ftell(f) == 9006);
    assert(fflush(NULL) == 0 && !stat("buffered", &s) && s.st_size == 9006);
    assert(!fclose(f) && !remove("buffered") && !fopen("buffered", "r"));
    assert(errno == ENOENT && !fopen("buffered", "q") && errno == EINVAL);
}

static void others(void) {
    char name[] = "other-XXXXXX", text[8] = "";
    int fd = mkstemp(name);
    FILE *f = fdopen(fd, "w"), *t = tmpfile();
    assert(f && t && fputs("temporary", t) >= 0);
    fpos_t start;
    rewind(t);
    assert(fgetpos(t, &start) == 0 && fgetc(t) == 't' && !fsetpos(t, &start));
    assert(fgetc(t) == 't' && fclose(t) == 0);
    assert(fputs("fd", f) >= 0 && !fclose(f) && close(fd) == -1);
    assert((f = fopen(name, "r")) && freopen("text", "r", f) == f);
    assert(fgets(text, 6, f) && !strcmp(text, "first") && !fclose(f));
    assert(freopen("output", "w", stdout) == stdout);
    assert(printf("in the file\n") == 12 && fclose(stdout) == 0);
    assert((f = fopen("output", "r")) && fread(text, 1, 6, f) == 6);
    assert(!memcmp(text, "in the", 6) && fclose(f) == 0);
}

int main(void) {
    texts();
    buffers();
    printf("printed\n");
    others();
}
