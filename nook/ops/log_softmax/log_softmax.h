/* LOG_SOFTMAX: y = log(softmax(x)) along the last dimension. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_LOG_SOFTMAX_LOG_SOFTMAX_H_
#define NOOK_OPS_LOG_SOFTMAX_LOG_SOFTMAX_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* In Q5.26: distance = (x - largest of the row) * 2^shift * multiplier / 2^31, y = distance - log(sum of
 * exp(distance)), with the scale 1/16 and the zero point 127. */
typedef struct nook_log_softmax_s8 {
  int32_t rows, depth;                 /* depth is at most 4095: a sum of exponentials fits Q12.19 */
  int32_t multiplier, shift;           /* shift >= 0 */
  int32_t least;                       /* smaller distances x - largest are not added */
  int32_t back_multiplier, back_shift; /* factor from a distance back to x, see nook/core/fixed_point.h */
} nook_log_softmax_s8;

typedef struct nook_log_softmax_f32 {
  int32_t rows, depth;
} nook_log_softmax_f32;

/* x and y are dense; they may be the same memory. */
void nook_log_softmax_s8_ref(const nook_log_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory);
void nook_log_softmax_f32_ref(const nook_log_softmax_f32* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
