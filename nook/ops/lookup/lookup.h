/* NOOK_LOOKUP: y = table[x]. Kernel contract, for C99 and C++: nook/ops/families/unary.h has all of it. */
#ifndef NOOK_OPS_LOOKUP_LOOKUP_H_
#define NOOK_OPS_LOOKUP_LOOKUP_H_

#include "nook/ops/families/unary.h"

#endif
