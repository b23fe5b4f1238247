// SPDX-License-Identifier: Apache-2.0
// The parsimonious characterisation of sleep sets [POP §4.3, Algorithm 2], as
// trees: POP's sleep sets (pop_sleep.h) in polynomial memory.
//
// When a race (E[i], E[j]) is reversed by a schedule σ whose head is one of
// several operations that commute with each other (*peers*: reads of the same
// bytes, adds to them), other schedules σ' of such heads are explored from the
// same prefix. What follows σ must not run those that come before σ in a fixed
// order, or the class would be met twice. Instead of the schedules themselves
// we keep what tells them, as one tree (forest.h), read off E between the two
// events of the race:
//
//     E:    E[i]   g1  [ … h1 ]  g2  g3  [ … h2 ]   E[j]
//                       schedules of E, which σ contains
//
//     TREE  x = bytes of E[i], kind of peers; R, starting with σ's head
//       EVENT g1  C       not in σ; C: what has conflicted with it
//       HEAD  h1  D       D: heads, no peers, that completed a schedule of φ
//         TREE φ …          the tree stored at h1, untouched
//       EVENT g2  C
//       EVENT g3  C
//       HEAD  h2  D
//
// A tree stands for the expressions P▷x and P'[φ]▷x of the paper for all its
// prefixes P' that end at a head: they share C and R, since what an event does
// to P' is what it does to P until the end of P'. An event that passes walks
// the tree until the first g that it is, conflicts with, or follows a conflict
// of; heads h on the way are given to their own trees first.
//
// Invariant, for a tree made from σ: a peer e that passes is reported to block
// iff some schedule before σ in that order has been run, all but its head, and
// e is that head. For this e must not happen after another peer (R), and must
// happen after the heads that stand before the point of its conflict. R holds
// σ's own head and every peer that has passed; the paper's text leaves both
// open, and says "exists" where it must say "exists no".
// A write to x ends the tree, and one to an inner x the inner tree: no schedule
// of such heads can be completed any more.
// What can be seen of this in one execution, debug builds look at: the heads of
// a tree have happened, its peers commute, and no tree is left of bytes that
// were just written.
//
// Exact for reads, writes, updates, and all synchronisation; commuting adds, as
// long as nobody reads those bytes; not for awaits, compare-exchanges that
// count as reads when they fail, and accesses that overlap in part: docs/pop.md
// says why.

#ifndef MAZURKA_EXPLORE_POP_SLEEP_CHARACTERISATION_H
#define MAZURKA_EXPLORE_POP_SLEEP_CHARACTERISATION_H

#include "explore/pop/sleep/pop_sleep.h"

extern const struct pop_sleep_class characterisation;

#endif
