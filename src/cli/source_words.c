// SPDX-License-Identifier: Apache-2.0

#include "cli/source_words.h"

#include "check/messages.h"
#include "cli/command.h"
#include "report/report.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool is_ours(const char *word) {
    return strncmp(word, "--", 2) == 0 || strcmp(word, "-k") == 0 ||
           strcmp(word, "-q") == 0 || strcmp(word, "-v") == 0 ||
           strcmp(word, "-h") == 0;
}

// A flag whose value is the next word.
static bool takes_next(const char *word) {
    static const char *const flags[] = {"-I", "-D",       "-U",       "-l",
                                        "-L", "-include", "-isystem", "-x"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i]) == 0)
            return true;
    return false;
}

static void sort_words(struct words *w, int count, char **arguments) {
    int i = 0;
    for (; i < count && strcmp(arguments[i], "--") != 0; i++) {
        char *next = i + 1 < count ? arguments[i + 1] : NULL;
        if (is_ours(arguments[i])) {
            vec_push(&w->ours, arguments[i]);
            if (options_take_next(arguments[i], next))
                vec_push(&w->ours, arguments[++i]);
            continue;
        }
        vec_push(&w->for_compiler, arguments[i]);
        if (takes_next(arguments[i]) && i + 1 < count)
            vec_push(&w->for_compiler, arguments[++i]);
    }
    for (i++; i < count; i++)
        vec_push(&w->for_program, arguments[i]);
}

bool sources_are_there(const struct words *w, struct launch_failure *failure) {
    for (size_t i = 0; i < w->for_compiler.count; i++)
        if (options_is_source(w->for_compiler.at[i]) &&
            access(w->for_compiler.at[i], R_OK) != 0) {
            failure->code = VERDICT_NOT_CHECKED;
            snprintf(failure->reason, sizeof failure->reason,
                     "cannot read %.200s: %s", w->for_compiler.at[i],
                     strerror(errno));
            return false;
        }
    return true;
}

void build_open(struct build *build, const struct words *w,
                const struct options *o) {
    const struct option_value *loops = &o->at[OPTION_LOOPS];
    const struct option_value *purity = &o->at[OPTION_PURITY];
    *build = (struct build){0};
    for (size_t i = 0; i < w->for_compiler.count; i++)
        vec_push(build, w->for_compiler.at[i]);
    snprintf(build->loops, sizeof build->loops, "--loops=%s", loops->text);
    snprintf(build->purity, sizeof build->purity, "--purity=%s", purity->text);
    if (loops->given)
        vec_push(build, build->loops);
    if (purity->given)
        vec_push(build, build->purity);
}

int with_words(int count, char **arguments, enum option_user user,
               const char *topic_name,
               int (*go)(const struct words *, const struct options *)) {
    struct words w = {0};
    struct options o;
    char error[400];
    int code;
    sort_words(&w, count, arguments);
    if (!options_parse(&o, user, (int)w.ours.count, w.ours.at, error,
                       sizeof error)) {
        code = refuse("see 'mazurka help options'", "%s", error);
    } else if (o.help) {
        char *topic[] = {(char *)topic_name};
        code = command_help(1, topic);
    } else if (w.for_compiler.count == 0) {
        code = refuse("see 'mazurka --help'", "no program given");
    } else {
        code = go(&w, &o);
    }
    options_free(&o);
    vec_free(&w.ours);
    vec_free(&w.for_compiler);
    vec_free(&w.for_program);
    return code;
}
