// SPDX-License-Identifier: Apache-2.0
// Print a JSON file with one member of its object replaced.
//
//   json-change FILE MEMBER VALUE

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 24;
    char *text = file ? calloc(1, room) : NULL;
    if (text && fread(text, 1, room - 1, file) == 0)
        text[0] = 0;
    if (file)
        fclose(file);
    return text;
}

int main(int count, char **words) {
    char *text = count == 4 ? read_all(words[1]) : NULL;
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    cJSON *value = count == 4 ? cJSON_Parse(words[3]) : NULL;
    if (!root || !value || !cJSON_HasObjectItem(root, words[2]))
        return 1;
    cJSON_ReplaceItemInObject(root, words[2], value);
    char *changed = cJSON_Print(root);
    puts(changed);
    free(changed);
    cJSON_Delete(root);
    free(text);
    return 0;
}
