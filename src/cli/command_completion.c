// SPDX-License-Identifier: Apache-2.0
// mazurka completion SHELL: what makes a shell complete our commands and
// options, from the tables that they come from.

#include "cli/command.h"

#include "check/messages.h"
#include "check/options.h"
#include "op/finding.h"

#include <string.h>

static const struct option_entry {
    const char *name;
    char letter;
    enum option_kind kind;
    const char *values;
    unsigned users;
    const char *help;
} options[] = {
#define X(id, name, letter, kind, initial, values, users, help) \
    {name, letter, kind, values, users, help},
    OPTIONS(X)
#undef X
};

static const struct command_entry {
    const char *name, *purpose;
} commands[] = {
#define X(name, function, usage, purpose) {name, purpose},
    COMMANDS(X)
#undef X
};

enum {
    OPTIONS_KNOWN = sizeof options / sizeof *options,
    COMMANDS_KNOWN = sizeof commands / sizeof *commands
};

static bool is_offered(const struct option_entry *option) {
    return option->users & AVAILABLE && !(option->users & NOT_YET);
}

static bool takes_file(const struct option_entry *option) {
    return option->kind == TAKES_FILE || option->kind == TAKES_OUTPUT;
}

// What can come after its '=', separated by blanks; nothing if that is free.
static void print_values(const struct option_entry *option) {
    if (option->kind == TAKES_ALGORITHM) {
        for (int i = 0; i < ALGORITHM_COUNT; i++)
            printf("%s%s", i ? " " : "", algorithm_name((enum algorithm)i));
    } else if (option->kind == TAKES_KINDS) {
        for (int i = NO_FINDING + 1; i < FINDING_KINDS; i++)
            printf("%s%s", i > 1 ? " " : "",
                   finding_name((enum finding_kind)i));
    } else if (option->kind == TAKES_WORD) {
        for (const char *at = option->values; *at; at++)
            putchar(*at == '|' ? ' ' : *at);
    }
}

// Inside of single quotes, for any of the shells.
static void print_quoted(const char *text) {
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
}

static void print_commands(void) {
    for (int i = 0; i < COMMANDS_KNOWN; i++)
        printf("%s%s", i ? " " : "", commands[i].name);
}

// ------------------------------------------------------------------- shells

static void for_bash(void) {
    puts("# mazurka completion bash > /etc/bash_completion.d/mazurka\n"
         "_mazurka() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]}"
         " before=${COMP_WORDS[COMP_CWORD-1]} values= option=\n"
         "    COMPREPLY=()\n"
         "    if [[ $word == '=' ]]; then option=$before word=\n"
         "    elif [[ $before == '=' ]]; then"
         " option=${COMP_WORDS[COMP_CWORD-2]}\n"
         "    elif [[ $before == --* ]]; then option=$before; fi\n"
         "    case $option in");
    for (int i = 0; i < OPTIONS_KNOWN; i++) {
        if (!is_offered(&options[i]) || options[i].kind == TAKES_NOTHING)
            continue;
        printf("    --%s) values='", options[i].name);
        print_values(&options[i]);
        puts("' ;;");
    }
    puts("    *) option= ;;\n    esac\n"
         "    if [[ -n $values ]]; then\n"
         "        COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
         "    elif [[ -z $option && $word == -* ]]; then");
    fputs("        COMPREPLY=($(compgen -W '", stdout);
    for (int i = 0; i < OPTIONS_KNOWN; i++)
        if (is_offered(&options[i]))
            printf("--%s%s ", options[i].name,
                   options[i].kind == TAKES_NOTHING ? "" : "=");
    puts("--help --version' -- \"$word\"))\n"
         "        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
         "    else\n"
         "        compopt -o default\n"
         "        if [[ $COMP_CWORD -eq 1 ]]; then");
    fputs("            COMPREPLY=($(compgen -W '", stdout);
    print_commands();
    puts("' -- \"$word\") $(compgen -f -- \"$word\"))\n"
         "        fi\n"
         "    fi\n"
         "}\n"
         "complete -F _mazurka mazurka");
}

// Brackets and colons mean something in the specifications.
static void print_zsh_text(const char *text) {
    for (; *text; text++) {
        if (strchr("[]:\\", *text))
            putchar('\\');
        if (*text == '\'')
            fputs("'\\'", stdout);
        putchar(*text);
    }
}

static void for_zsh(void) {
    puts("#compdef mazurka\n"
         "# mazurka completion zsh > /usr/share/zsh/site-functions/_mazurka\n"
         "_mazurka() {\n"
         "    local -a commands\n"
         "    commands=(");
    for (int i = 0; i < COMMANDS_KNOWN; i++) {
        printf("        '%s:", commands[i].name);
        print_zsh_text(commands[i].purpose);
        puts("'");
    }
    puts("    )\n    _arguments -S \\");
    for (int i = 0; i < OPTIONS_KNOWN; i++) {
        const struct option_entry *option = &options[i];
        if (!is_offered(option))
            continue;
        bool has_value = option->kind != TAKES_NOTHING;
        printf("        '--%s%s[", option->name, has_value ? "=" : "");
        print_zsh_text(option->help);
        fputs(has_value ? "]:value:" : "]", stdout);
        if (takes_file(option)) {
            fputs("_files", stdout);
        } else if (has_value) {
            putchar('(');
            print_values(option);
            putchar(')');
        }
        puts("' \\");
    }
    puts("        '1: :{_describe command commands; _files}' \\\n"
         "        '*:file:_files'\n"
         "}\n"
         "_mazurka \"$@\"");
}

static void for_fish(void) {
    puts("# mazurka completion fish > "
         "~/.config/fish/completions/mazurka.fish");
    for (int i = 0; i < COMMANDS_KNOWN; i++) {
        printf("complete -c mazurka -n __fish_use_subcommand -a %s -d '",
               commands[i].name);
        print_quoted(commands[i].purpose);
        puts("'");
    }
    for (int i = 0; i < OPTIONS_KNOWN; i++) {
        const struct option_entry *option = &options[i];
        if (!is_offered(option))
            continue;
        printf("complete -c mazurka -l %s", option->name);
        if (option->letter)
            printf(" -s %c", option->letter);
        if (takes_file(option)) {
            fputs(" -r -F", stdout);
        } else if (option->kind != TAKES_NOTHING) {
            fputs(" -x -a '", stdout);
            print_values(option);
            putchar('\'');
        }
        fputs(" -d '", stdout);
        print_quoted(option->help);
        puts("'");
    }
}

static const struct shell {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", for_bash}, {"zsh", for_zsh}, {"fish", for_fish}};

int command_completion(int count, char **arguments) {
    for (size_t i = 0; count == 1 && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(arguments[0], shells[i].name) == 0) {
            shells[i].print();
            return 0;
        }
    return refuse(NULL, "completion for which shell: bash, zsh or fish?");
}
