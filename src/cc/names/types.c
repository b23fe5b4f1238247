// SPDX-License-Identifier: Apache-2.0

#include "cc/names/types.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ENUMERATORS = 64 };

// The C interface of LLVM does not tell an enumerator's value: its text does,
// !DIEnumerator(name: "BUSY", value: 1).
static bool value_of(struct unit *unit, LLVMMetadataRef enumerator,
                     long long *value) {
    char *text =
        LLVMPrintValueToString(LLVMMetadataAsValue(unit->context, enumerator));
    const char *at = strstr(text, "value: ");
    if (at)
        *value = strtoll(at + strlen("value: "), NULL, 10);
    LLVMDisposeMessage(text);
    return at != NULL;
}

static void add_enumerators(struct unit *unit, LLVMMetadataRef type,
                            struct text *text) {
    const char *name;
    for (unsigned i = 0; i < MOST_ENUMERATORS; i++) {
        LLVMMetadataRef one = debug_enumerator(unit, type, i, &name);
        long long value;
        if (!one || !name || !value_of(unit, one, &value))
            return;
        text_add(text, "%s%s=%lld", i ? "," : ":", name, value);
    }
}

void types_describe(struct unit *unit, LLVMMetadataRef type,
                    struct text *text) {
    type = debug_plain(unit, type);
    const char *name = debug_type_name(unit, type);
    if (debug_is_pointer(unit, type)) {
        LLVMMetadataRef target = debug_plain(unit, debug_target(unit, type));
        const char *of = debug_type_name(unit, target);
        const char *tag = debug_is_struct(unit, target)  ? "struct "
                          : debug_is_union(unit, target) ? "union "
                                                         : "";
        text_add(text, "%s%s *", of ? tag : "", of ? of : "void");
    } else if (debug_is_enum(unit, type)) {
        text_add(text, "enum%s%s", name && *name ? " " : "", name ? name : "");
        add_enumerators(unit, type, text);
    } else if (debug_is_basic(unit, type) && name) {
        text_add(text, "%s", name);
    }
}
