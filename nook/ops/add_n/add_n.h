/* ADD_N: y = the sum of all inputs. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_ADD_N_ADD_N_H_
#define NOOK_OPS_ADD_N_ADD_N_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = clamp(rescale(sum of (x - in_zero) * 2^19, multiplier, shift) + out_zero, -128, 127). As in TensorFlow
 * Lite Micro, the sum has an additional term of x = 0; it wraps around. */
typedef struct nook_add_n_s8 {
  int32_t inputs, size;
  int32_t in_zero, out_zero; /* real = scale * (q - zero) */
  int32_t multiplier, shift; /* scale of x / (2^19 * scale of y), see nook/core/fixed_point.h; shift <= 0 */
} nook_add_n_s8;

typedef struct nook_add_n_f32 {
  int32_t inputs, size;
} nook_add_n_f32;

/* All tensors are dense; y may be the memory of an input. */
void nook_add_n_s8_ref(const nook_add_n_s8* p, const void* const* in, void* y, void* scratch_memory);
void nook_add_n_f32_ref(const nook_add_n_f32* p, const void* const* in, void* y, void* scratch_memory);

NOOK_END_C

#endif
