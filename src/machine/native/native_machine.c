// SPDX-License-Identifier: Apache-2.0

#include "machine/native/native_machine.h"

#include "machine/native/describe.h"
#include "machine/native/hide.h"
#include "machine/native/library_state.h"
#include "machine/native/park.h"
#include "machine/native/state/states.h"
#include "machine/native/step.h"
#include "machine/native/threads.h"

#include <stdlib.h>
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

static const char *holder_name(struct machine *m, unsigned thread,
                               uint64_t holder) {
    (void)m;
    return native_name_of((unsigned)holder * NATIVE_MOST_THREADS + thread);
}

static struct place place(struct machine *m, uint32_t number) {
    (void)m;
    return site_place(site_numbered(number));
}

static uint32_t loop_at(struct machine *m, unsigned thread) {
    (void)m;
    return site_number(native.thread[thread]->base.site);
}

static enum limit limit_of(struct machine *m, unsigned thread) {
    (void)m;
    return native.thread[thread]->base.limit;
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
    vec_free(&native.saved_large);
    vec_free(&native.newborn);
    vec_free(&native.hidden);
    vec_free(&native.outside);
    vec_free(&native.left_held);
    vec_free(&native.in_sections);
    section_memory_free(&native.sections);
    vec_free(&native.timed_out);
    vec_free(&native.freed_met);
    memory_map_free(&native.memory_map);
    globals_free(&native.globals);
    vec_free(&native.files);
    vec_free(&native.folders);
    vec_free(&native.input.bytes);
    states_free();
    for (size_t i = 0; i < native.noted.count; i++)
        fingerprint_free(&native.noted.at[i]);
    vec_free(&native.noted);
    race_candidates_free(&native.race_candidates);
    race_rivals_free(&native.rivals);
    private_accesses_free(&native.private_accesses);
    weak_memory_free();
    checkpoint_free();
    recording_free();
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
    .limit_of = limit_of,
    .repeated = repeated,
    .repeats = rounds_repeat,
    .object_name = describe_object_of,
    .holder_name = holder_name,
    .number = threads_number,
    .chosen = weak_memory_chosen,
    .state = states_now,
    .state_bytes = states_bytes,
    .hide = hide_begin,
    .hidden_in = hide_hidden_in,
    .recorded = recording_of_step,
    .calls = recording_calls,
    .calls_text = recording_calls_text,
    .value = describe_value,
    .destroy = destroy,
};

// Does the program have atomic sections, as far as its places tell?
static bool has_sections(void) {
    static const char begins[] = "__VERIFIER_atomic_";
    for (const struct mz_site *s = __start_mz_sites; s < __stop_mz_sites; s++)
        if (strncmp(s->expression, begins, sizeof begins - 1) == 0)
            return true;
    return false;
}

enum { MOST_KEPT_HEAP = 64 << 20 };

// What others' code may write to, and nobody saves: variables, and what main
// had before there were threads.
static void keep_for_others(void) {
    const struct thread *main_thread = native.thread[0];
    struct heap_root heap = heap_used(0);
    globals_keep(&native.globals);
    globals_keep_range(&native.globals, main_thread->fiber.locals,
                       main_thread->locals_top);
    if (heap.size <= MOST_KEPT_HEAP)
        globals_keep_range(&native.globals, heap.start,
                           (const char *)heap.start + heap.size);
}

static int compare_addresses(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)((const struct mz_global *)a)->address;
    uintptr_t y = (uintptr_t)((const struct mz_global *)b)->address;
    return (x > y) - (x < y);
}

// Thread-local ones have no address of their own.
static void note_variables(void) {
    for (const struct mz_global *g = __start_mz_globals; g < __stop_mz_globals;
         g++)
        if (!g->thread_local_)
            vec_push(&native.variables, *g);
    if (native.variables.count)
        qsort(native.variables.at, native.variables.count,
              sizeof *native.variables.at, compare_addresses);
}

struct machine *native_machine(const struct native_settings *settings,
                               enum native_goto way, void *(*start)(void *)) {
    require(!native.base.class); // there is one program in a process
    memory_map_init(&native.memory_map, settings->program.argv);
    native.class = native_class;
    if (way == GOTO_BOTH) {
        native.class.step = goto_both_step;
        native.class.go_to = goto_both_steps;
    }
    native.base.class = &native.class;
    native.base.graphs = settings->graphs;
    native.settings = *settings;
    native.settings.show_output = !settings->silent;
    native.every_access =
        settings->record || settings->races == RACES_INTERLEAVE;
    native.replay = way == GOTO_REPLAY;
    if (settings->unroll)
        __mz_most_rounds = settings->unroll;
    native.has_sections = has_sections();
    if (settings->races == RACES_REPORT) {
        native.c11 = c11_new();
        // Only a search gains by knowing what it need not remember.
        race_candidates_init(&native.race_candidates);
        if (settings->states)
            c11_remember_all(native.c11, &native.race_candidates,
                             &native.rivals);
        else if (way != GOTO_BOTH)
            c11_watch(native.c11, &native.race_candidates);
        else
            race_candidates_all(&native.race_candidates);
    }
    native.library_changed = library_changed_parts();
    native.time_matters = thread_time_matters();
    note_variables();
    struct thread *main_thread = threads_new(0);
    strcpy(main_thread->base.name, "main");
    main_thread->base.status = THREAD_ALIVE;
    native.base.living = 1;
    main_thread->base.start = start;
    threads_prepare(main_thread);
    files_begin();
    if (settings->record)
        call_chain_init();
    park_resume(main_thread);
    step_run_newborn();
    step_look_for_leaks(main_thread);
    native.undo.top = 0; // the start is where nobody goes back from
    checkpoint_init(settings->undo_memory);
    invariant(!native.taken.count && !native.running);
    keep_for_others();
    native.started = true;
    files_note();
    if (settings->record)
        recording_started();
    return &native.base;
}
