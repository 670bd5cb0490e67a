/* The bits of a float. */
#ifndef NOOK_CORE_FLOAT_BITS_H_
#define NOOK_CORE_FLOAT_BITS_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Not a copy by memcpy(), which GCC calls on cores without unaligned access. */
typedef union nook_float_bits {
  float number;
  uint32_t bits;
} nook_float_bits;

static inline uint32_t nook_bits_of(float x) {
  nook_float_bits of;
  of.number = x;
  return of.bits;
}

NOOK_END_C

#endif
