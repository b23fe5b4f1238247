// SPDX-License-Identifier: Apache-2.0

#include "machine/native/native_machine.h"

#include "machine/native/describe.h"
#include "machine/native/hide.h"
#include "machine/native/park.h"
#include "machine/native/state/states.h"
#include "machine/native/step.h"
#include "machine/native/threads.h"

#include <elf.h>
#include <link.h>
#include <string.h>

const struct native_settings *native_settings(void) {
    return &native.settings;
}

struct c11 *native_c11(void) {
    return native.c11;
}

static enum thread_status status(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->base.status;
}

static const char *thread_name(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->base.name;
}

static struct place place(struct machine *m, uint32_t number) {
    (void)m;
    return site_place(site_numbered(number));
}

static uint32_t loop_at(struct machine *m, unsigned thread) {
    (void)m;
    return site_number(native.thread[thread]->base.site);
}

static uint32_t repeated(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->rounds.repeated;
}

static void destroy(struct machine *m) {
    (void)m;
    undo_free(&native.undo);
    vec_free(&native.taken);
    vec_free(&native.differences);
    vec_free(&native.newborn);
    vec_free(&native.hidden);
    vec_free(&native.externals);
    vec_free(&native.external_names);
    vec_free(&native.left_held);
    vec_free(&native.in_sections);
    vec_free(&native.timed_out);
    vec_free(&native.constants);
    memory_free(native.snapshot);
    states_free();
    for (size_t i = 0; i < native.noted.count; i++)
        fingerprint_free(&native.noted.at[i]);
    vec_free(&native.noted);
    suspects_free(&native.suspects);
    owners_free(&native.owners);
    checkpoint_free();
}

static const struct machine_class native_class = {
    .pending = step_pending,
    .enabled = step_enabled,
    .step = step_take,
    .go_to = goto_steps,
    .status = status,
    .thread_name = thread_name,
    .place = place,
    .loop_at = loop_at,
    .repeated = repeated,
    .object_name = describe_object_of,
    .state = states_now,
    .state_bytes = states_bytes,
    .hide = hide_begin,
    .hidden_in = hide_hidden_in,
    .destroy = destroy,
};

// What cannot be written cannot race: string literals, constant tables.
static int note_constants(struct dl_phdr_info *info, size_t size, void *first) {
    (void)size;
    if (!*(bool *)first)
        return 1; // the program itself comes first; libraries are not ours
    *(bool *)first = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
            continue;
        const char *start = (const char *)info->dlpi_addr + segment->p_vaddr;
        const char *end = start + segment->p_memsz;
        vec_push(&native.constants, (struct range){start, end});
        struct range *all = &native.between_constants;
        if (!all->start || start < all->start)
            all->start = start;
        if (end > all->end)
            all->end = end;
    }
    return 0;
}

// Does the program have atomic sections, as far as its places tell?
static bool has_sections(void) {
    static const char begins[] = "__VERIFIER_atomic_";
    for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites; s++)
        if (strncmp(s->expression, begins, sizeof begins - 1) == 0)
            return true;
    return false;
}

struct machine *native_machine(const struct native_settings *settings,
                               enum native_goto way, void *(*start)(void *)) {
    bool first = true;
    dl_iterate_phdr(note_constants, &first);
    territory_init(&native.territory, settings->arguments);
    native.class = native_class;
    if (way == GOTO_BOTH) {
        native.class.step = goto_both_step;
        native.class.go_to = goto_both_steps;
    }
    native.base.class = &native.class;
    native.settings = *settings;
    native.settings.show_output = true;
    native.replay = way == GOTO_REPLAY;
    if (settings->unroll)
        __mz_most_rounds = settings->unroll;
    if (settings->races == RACES_REPORT ||
        (settings->races == RACES_INTERLEAVE && has_sections())) {
        native.c11 = c11_new();
        // Only a search gains by knowing what it need not remember.
        suspects_init(&native.suspects);
        if (way != GOTO_BOTH && !settings->states)
            c11_watch(native.c11, &native.suspects);
        else
            suspects_all(&native.suspects);
    }
    struct thread *main_thread = threads_new(0);
    strcpy(main_thread->base.name, "main");
    main_thread->base.status = THREAD_ALIVE;
    native.base.living = 1;
    main_thread->base.start = start;
    threads_prepare(main_thread);
    park_resume(main_thread);
    step_run_newborn();
    native.undo.top = 0; // the start is where nobody goes back from
    checkpoint_init(settings->undo_memory);
    goto_take_snapshot();
    return &native.base;
}
