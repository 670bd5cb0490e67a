/* SQUARE: y = x * x. Kernel contract, for C99 and C++; int8 is a table (nook/ops/families/unary.h). */
#ifndef NOOK_OPS_SQUARE_SQUARE_H_
#define NOOK_OPS_SQUARE_SQUARE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/ops/families/unary.h"

NOOK_BEGIN_C

/* y = clamp(x * x * multiplier * 2^(shift - 31)) to int16: what MUL computes from x and x. All zero points
 * are 0. */
typedef struct nook_square_s16 {
  int32_t size;              /* elements */
  int32_t multiplier, shift; /* scale of x, squared / scale of y */
} nook_square_s16;

nook_unary_f32_kernel nook_square_f32_ref;
/* x and y are dense; they may be the same memory. */
void nook_square_s16_ref(const nook_square_s16* p, const int16_t* x, int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
