/* FAKE_QUANT: y = x as a quantized tensor holds it. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_FAKE_QUANT_FAKE_QUANT_H_
#define NOOK_OPS_FAKE_QUANT_FAKE_QUANT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = round((clamp(x, least, most) - least) * inverse) * scale + least; 0 is one of the values. */
typedef struct nook_fake_quant_f32 {
  int32_t size; /* elements */
  float least, most, scale, inverse;
} nook_fake_quant_f32;

/* x and y are dense; they may be the same memory. */
void nook_fake_quant_f32_ref(const nook_fake_quant_f32* p, const float* x, float* y, void* scratch_memory);

NOOK_END_C

#endif
