/* NOOK_LOOKUP: y = table[x]. Its kernel contract, for C99 and C++, is in nook/ops/families/unary.h. */
#ifndef NOOK_OPS_LOOKUP_LOOKUP_H_
#define NOOK_OPS_LOOKUP_LOOKUP_H_

#include "nook/ops/families/unary.h"

#endif
