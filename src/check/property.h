// SPDX-License-Identifier: Apache-2.0
// Properties of the software-verification competition (SV-COMP), as files of one
// or more lines: CHECK( init(main()), LTL(G ! call(reach_error())) )
//
// A property says which findings count, how plain accesses are treated, and that
// abort() ends an execution that is not wanted.

#ifndef MAZURKA_CHECK_PROPERTY_H
#define MAZURKA_CHECK_PROPERTY_H

#include "check/option_values.h"

// Adapt the other options to --property, if it was given. What the user has said
// stays as it is.
bool property_adapt(struct options *options, const struct complaint *complaint);

#endif
