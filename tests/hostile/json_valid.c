// SPDX-License-Identifier: Apache-2.0
// Is a file one valid JSON text, and does it say what it should?
//
//   json-valid FILE [PATH=VALUE | PATH~VALUE | PATH<NUMBER]…
//
// PATH goes down by names and indices: findings.0.kind. `=` compares what is
// there; `~` asks whether an array has such an element; `<` compares numbers.
// Words that are not so are said, and the exit code is 1.

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    size_t room = 1 << 16;
    char *text = malloc(room + 1);
    *length = 0;
    size_t got;
    while (text && (got = fread(text + *length, 1, room - *length, file)) > 0) {
        *length += got;
        if (*length == room)
            text = realloc(text, (room *= 2) + 1);
    }
    fclose(file);
    if (text)
        text[*length] = 0;
    return text;
}

// How long the UTF-8 sequence here is; 0 if it is none. cJSON does not look.
static size_t sequence(const unsigned char *at) {
    size_t more = *at < 0x80                  ? 0
                  : *at >= 0xc2 && *at < 0xe0 ? 1
                  : (*at & 0xf0) == 0xe0      ? 2
                  : *at >= 0xf0 && *at < 0xf5 ? 3
                                              : 4;
    for (size_t i = 1; i <= more; i++)
        if (more == 4 || (at[i] & 0xc0) != 0x80)
            return 0;
    return more + 1;
}

static bool is_text(const char *text, size_t length) {
    bool quoted = false;
    for (size_t i = 0, size; i < length; i += size) {
        const unsigned char *at = (const unsigned char *)text + i;
        size = sequence(at);
        if (!size || *at == 0 || (quoted && *at < 0x20))
            return false;
        if (quoted && *at == '\\')
            size = 2;
        else if (*at == '"')
            quoted = !quoted;
    }
    return !quoted;
}

static const cJSON *go(const cJSON *at, const char *path, size_t length) {
    while (at && length) {
        size_t part = 0;
        while (part < length && path[part] != '.')
            part++;
        char name[100] = "";
        snprintf(name, sizeof name, "%.*s", (int)part, path);
        at = cJSON_IsArray(at)
                 ? cJSON_GetArrayItem(at, (int)strtol(name, NULL, 10))
                 : cJSON_GetObjectItemCaseSensitive(at, name);
        size_t step = part < length ? part + 1 : part;
        path += step;
        length -= step;
    }
    return at;
}

static bool equals(const cJSON *at, const char *value) {
    if (cJSON_IsString(at))
        return !strcmp(at->valuestring, value);
    char *text = cJSON_PrintUnformatted(at);
    bool same = text && !strcmp(text, value);
    free(text);
    return same;
}

static bool has(const cJSON *list, const char *value) {
    const cJSON *item;
    cJSON_ArrayForEach(item, list) if (equals(item, value)) return true;
    return false;
}

static bool holds(const cJSON *root, const char *word) {
    size_t length = strcspn(word, "=~<");
    const cJSON *at = go(root, word, length);
    const char *value = word + length + 1;
    if (!at || !word[length])
        return false;
    return word[length] == '='   ? equals(at, value)
           : word[length] == '~' ? has(at, value)
                                 : at->valuedouble < strtod(value, NULL);
}

int main(int count, char **words) {
    size_t length;
    char *text = count > 1 ? read_all(words[1], &length) : NULL;
    if (!text) {
        printf("no JSON at all\n");
        return 1;
    }
    const char *end;
    cJSON *root = cJSON_ParseWithLengthOpts(text, length + 1, &end, true);
    if (!root || !is_text(text, length)) {
        printf("invalid JSON: %.60s\n", text);
        return 1;
    }
    int code = 0;
    for (int i = 2; i < count; i++)
        if (!holds(root, words[i])) {
            size_t path = strcspn(words[i], "=~<");
            char *is = cJSON_PrintUnformatted(go(root, words[i], path));
            printf("JSON: not %s, but %.100s\n", words[i], is ? is : "missing");
            free(is);
            code = 1;
        }
    cJSON_Delete(root);
    free(text);
    return code;
}
