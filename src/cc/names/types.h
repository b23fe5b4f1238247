// SPDX-License-Identifier: Apache-2.0
// The type of what is accessed, as a text for the site table: a report shows
// values by it.
//
//   int    unsigned char    _Bool    double    struct node *
//   enum state:IDLE=0,BUSY=1       with the names of its values
//
// Names of typedefs and qualifiers are left out. "" if it is none of these, or
// not known.

#ifndef MAZURKA_CC_NAMES_TYPES_H
#define MAZURKA_CC_NAMES_TYPES_H

#include "base/text.h"
#include "cc/names/debug.h"

void types_describe(struct unit *unit, LLVMMetadataRef type, struct text *text);

#endif
