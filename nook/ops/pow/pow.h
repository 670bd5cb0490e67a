/* POW: y = a to the power of b. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_POW_POW_H_
#define NOOK_OPS_POW_POW_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* Of int32 it wraps around; where b is below 0 it is the quotient without its fraction, and 0 of 0. y is
 * dense. An operand that is not repeated may have the memory of y. */
void nook_pow_f32_ref(const nook_binary* p, const float* a, const float* b, float* y, void* scratch_memory);
void nook_pow_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory);

NOOK_END_C

#endif
