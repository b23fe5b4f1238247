// SPDX-License-Identifier: Apache-2.0

#include "check/object_file.h"

#include "base/file.h"
#include "base/memory.h"

#include <ar.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

struct bytes {
    const char *at;
    size_t size;
};

// A part of the file, if it has that many bytes there.
static const void *part(struct bytes b, uint64_t offset, uint64_t size) {
    return offset <= b.size && size <= b.size - offset ? b.at + offset : NULL;
}

static bool names(struct bytes b, const Elf64_Shdr *texts, uint64_t name,
                  const char *function) {
    size_t size = strlen(function) + 1;
    if (name > texts->sh_size || size > texts->sh_size - name)
        return false;
    const char *text = part(b, texts->sh_offset + name, size);
    return text && memcmp(text, function, size) == 0;
}

static bool table_defines(struct bytes b, const Elf64_Shdr *table,
                          const Elf64_Shdr *texts, const char *function) {
    if (!part(b, table->sh_offset, table->sh_size) ||
        !part(b, texts->sh_offset, texts->sh_size))
        return false;
    for (uint64_t i = 0; i < table->sh_size / sizeof(Elf64_Sym); i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, b.at + table->sh_offset + i * sizeof symbol,
               sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF &&
            names(b, texts, symbol.st_name, function))
            return true;
    }
    return false;
}

static bool elf_defines(struct bytes b, const char *function) {
    Elf64_Ehdr header;
    if (b.size < sizeof header || memcmp(b.at, ELFMAG, SELFMAG) != 0 ||
        b.at[EI_CLASS] != ELFCLASS64)
        return false;
    memcpy(&header, b.at, sizeof header);
    const char *all =
        part(b, header.e_shoff, header.e_shnum * (uint64_t)sizeof(Elf64_Shdr));
    for (unsigned i = 0; all && i < header.e_shnum; i++) {
        Elf64_Shdr table, texts;
        memcpy(&table, all + i * sizeof table, sizeof table);
        if (table.sh_type != SHT_SYMTAB || table.sh_link >= header.e_shnum)
            continue;
        memcpy(&texts, all + table.sh_link * sizeof texts, sizeof texts);
        if (table_defines(b, &table, &texts, function))
            return true;
    }
    return false;
}

static bool archive_defines(struct bytes b, const char *function) {
    struct ar_hdr header;
    for (uint64_t at = SARMAG; part(b, at, sizeof header);) {
        memcpy(&header, b.at + at, sizeof header);
        at += sizeof header;
        char digits[sizeof header.ar_size + 1] = "";
        memcpy(digits, header.ar_size, sizeof header.ar_size);
        uint64_t size = strtoull(digits, NULL, 10);
        const char *member = part(b, at, size);
        if (!member)
            return false;
        if (elf_defines((struct bytes){member, size}, function))
            return true;
        at += size + size % 2;
    }
    return false;
}

bool object_file_defines(const char *path, const char *function) {
    struct bytes b;
    const char *error;
    const char *end = strrchr(path, '.');
    if (!*function || !end ||
        (strcmp(end, ".o") != 0 && strcmp(end, ".a") != 0))
        return false;
    char *text = file_read(path, MOST_BYTES, &b.size, &error);
    if (!text)
        return false;
    b.at = text;
    bool found = b.size > SARMAG && memcmp(text, ARMAG, SARMAG) == 0
                     ? archive_defines(b, function)
                     : elf_defines(b, function);
    memory_free(text);
    return found;
}
