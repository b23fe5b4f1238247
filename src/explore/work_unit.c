// SPDX-License-Identifier: Apache-2.0

#include "explore/work_unit.h"

#include "base/fault.h"

#include <string.h>

enum { UNIT_VERSION = 1 };

static void write_unit(enum algorithm algorithm, enum hiding hiding,
                       enum unit_state state, const struct bytes *learnt,
                       const struct bytes *left, struct bytes *unit) {
    struct bytes all = {0};
    bytes_number(&all, UNIT_VERSION);
    bytes_text(&all, algorithm_name(algorithm));
    bytes_number(&all, hiding);
    bytes_number(&all, state);
    bytes_block(&all, learnt->at, learnt->count);
    bytes_block(&all, left->at, left->count);
    bytes_seal(unit, &all);
    bytes_free(&all);
}

void work_unit_save(struct explorer *x, const struct explorer_part *part,
                    enum hiding hiding, enum unit_state state,
                    struct bytes *unit) {
    struct bytes learnt = {0}, left = {0};
    x->sharing->learnt(x, &learnt);
    if (state == UNIT_LEFT)
        x->sharing->save(x, part, &left);
    write_unit(x->taken, hiding, state, &learnt, &left, unit);
    bytes_free(&learnt);
    bytes_free(&left);
}

static struct bytes_reader inner(struct bytes_reader *r) {
    size_t size;
    const void *block = bytes_get_block(r, &size);
    return bytes_read(block ? block : "", block ? size : 0);
}

const char *work_unit_read(const void *bytes, size_t size,
                           struct work_unit *unit) {
    struct bytes_reader r = bytes_read(bytes, size), all;
    if (!bytes_unseal(&r, &all) || !bytes_end(&r))
        return "it is damaged";
    if (bytes_get_number(&all) != UNIT_VERSION)
        return "it was made by another version";
    char *name = bytes_get_text(&all);
    bool known = algorithm_named(name, &unit->algorithm);
    memory_free(name);
    unit->hiding = (enum hiding)bytes_get_below(&all, HIDES_OWN);
    unit->state = (enum unit_state)bytes_get_below(&all, UNIT_DONE);
    unit->learnt = inner(&all);
    unit->left = inner(&all);
    // What is a thread's own is not known elsewhere.
    bool portable = unit->hiding != HIDES_OWN || unit->state != UNIT_LEFT;
    return known && portable && bytes_end(&all) ? NULL : "it is damaged";
}

const char *work_unit_load(const struct work_unit *unit, struct explorer *x) {
    struct work_unit u = *unit;
    if (!x->sharing || x->taken != u.algorithm)
        return "it is of another algorithm";
    if (!x->sharing->learn(x, &u.learnt) || !bytes_end(&u.learnt))
        return "it is damaged";
    if (u.state != UNIT_LEFT)
        return NULL;
    const char *objection = x->sharing->load(x, &u.left);
    if (!objection && !bytes_end(&u.left))
        objection = "it is damaged";
    return objection;
}

bool work_units_unite(const struct bytes *units, size_t count,
                      struct bytes *together, bool *agree) {
    struct bytes_reader *learnt = memory_new(count, sizeof *learnt);
    struct work_unit unit = {0}, first = {0};
    bool fine = count > 0;
    for (size_t i = 0; i < count && fine; i++) {
        fine = !work_unit_read(units[i].at, units[i].count, &unit) &&
               algorithm_sharing(unit.algorithm) &&
               (i == 0 || (unit.algorithm == first.algorithm &&
                           unit.hiding == first.hiding));
        if (i == 0)
            first = unit;
        learnt[i] = unit.learnt;
    }
    struct bytes all = {0}, nothing = {0};
    if (fine) {
        *agree = algorithm_sharing(first.algorithm)->unite(learnt, count, &all);
        write_unit(first.algorithm, first.hiding, UNIT_WHOLE, &all, &nothing,
                   together);
    }
    bytes_free(&all);
    memory_free(learnt);
    return fine;
}
