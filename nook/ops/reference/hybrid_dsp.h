/* hybrid_ref.h for cores with DSP instructions. */
#ifndef NOOK_OPS_REFERENCE_HYBRID_DSP_H_
#define NOOK_OPS_REFERENCE_HYBRID_DSP_H_

#include "nook/ops/reference/hybrid_ref.h"

NOOK_BEGIN_C

/* nook_make_bytes() with 26 instructions for a number. */
nook_byte_scale nook_make_bytes_dsp(const float* x, int32_t size, int32_t asymmetric, int8_t* q);

NOOK_END_C

#endif
