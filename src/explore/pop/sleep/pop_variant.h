// SPDX-License-Identifier: Apache-2.0
// Which variant of POP is exact for a program, told by what the program has.
//
//   characterisation  polynomial memory. Not with awaits, compare-exchanges
//                     that count as reads when they fail (so set
//                     relation.failed_cas_writes), sem-trywait, accesses that
//                     overlap in part, commuting adds to bytes that are read,
//                     try-locks together with waits on a condition variable
//   explicit          all of these, but in the worst case exponential memory
//   optimal           what POP cannot do is left to optimal-DPOR: awaits with
//                     commuting adds or partial overlaps, compare-exchanges
//                     that can read with partial overlaps, tangled overlaps
//                     (access_kinds.h), and read-write locks unless the
//                     relation makes readers conflict
//                     (relation.readers_conflict)
//
// Features are noticed operation by operation, and never go away: the variant
// that fits can only get worse.

#ifndef MAZURKA_EXPLORE_POP_SLEEP_POP_VARIANT_H
#define MAZURKA_EXPLORE_POP_SLEEP_POP_VARIANT_H

#include "base/bytes.h"
#include "explore/pop/sleep/access_kinds.h"
#include "explore/trace/trace.h"

enum pop_variant {
    POP_CHARACTERISATION, // sleep sets told by trees: polynomial memory
    POP_EXPLICIT,         // sleep sets schedule by schedule: exact for more
    POP_NOT,              // neither is exact: only ever found out
};

enum feature {
    AWAITS = 1,
    COMMUTING = 2,   // updates
    READING_CAS = 4, // compare-exchanges that count as reads when they fail
    READING_TRY = 8, // the same of semaphores
    OVERLAPS = 16,   // accesses that overlap in part
    TANGLED = 32,    // conflicts among them are not orderly (access_kinds.h)
    WAITS = 64,      // on a condition variable
    TRIES = 128,     // to lock
    MISUSE = 256,    // of a mutex that the thread does not hold
    // Read-write locks whose readers do not conflict with each other.
    FREE_READERS = 512,
};

// An operation that was noticed: where, and all else that matters of it,
// whether the state of its object names the thread included.
struct noticed {
    uint64_t addr, shape;
};

enum { FEATURES_RECENT_BITS = 8 };

struct features {
    unsigned known;           // enum feature
    enum pop_variant variant; // the best that is exact, as far as is known
    // With any of these it shall be POP_NOT, though a variant may be exact.
    unsigned shunned;
    struct accesses accesses;
    struct noticed recent[1 << FEATURES_RECENT_BITS]; // by hash
};

void features_free(struct features *features);

// An operation has happened, or waits to …
void features_notice_new(struct features *features, uint32_t thread,
                         const struct op *op); // for features_notice
static inline void features_notice(struct features *t, uint32_t thread,
                                   const struct op *op) {
    struct noticed now = {op->addr, op->kind | op->mode << 8 | op->flags << 16 |
                                        (uint64_t)thread << 24 |
                                        (uint64_t)(op->old == 1ull + thread)
                                            << 31 |
                                        (uint64_t)op->size << 32};
    uint64_t hash = (now.addr + now.shape) * 0x9e3779b97f4a7c15ull;
    struct noticed *n = &t->recent[hash >> (64 - FEATURES_RECENT_BITS)];
    // Most are like one not long ago.
    if (n->addr == now.addr && n->shape == now.shape)
        return;
    *n = now;
    features_notice_new(t, thread, op);
}
// … as those do that wait at the end of the trace.
void features_notice_pending(struct features *features, struct trace *trace);
// What was noticed as plain data; and what others have noticed, as if it had
// been here. False: it is no such thing.
void features_save(const struct features *features, struct bytes *bytes);
bool features_unite(struct features *features, struct bytes_reader *saved);
// If the variant is POP_NOT: what the program has that is to blame.
const char *features_blamed(const struct features *features);

#endif
