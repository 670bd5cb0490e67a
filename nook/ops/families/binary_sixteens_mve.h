/* float32 operators of two operands for Helium. The including file defines combined(), the operator, and
 * sixteens_mve, which computes sixteen elements at a time. */
#ifndef NOOK_OPS_FAMILIES_BINARY_SIXTEENS_MVE_H_
#define NOOK_OPS_FAMILIES_BINARY_SIXTEENS_MVE_H_

#include "nook/ops/families/binary_sixteens.h"

static void together(const float* a, const float* b, float* y, int32_t sixteens, int32_t vectors,
                     const nook_float_range* range) {
  nook_all_sixteens_mve(a, b, y, sixteens, vectors, range, sixteens_mve, combined);
}

#endif
