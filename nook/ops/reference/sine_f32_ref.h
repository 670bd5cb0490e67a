/* Sine and cosine of float32 by polynomials; see exp_f32_ref.h. */
#ifndef NOOK_OPS_REFERENCE_SINE_F32_REF_H_
#define NOOK_OPS_REFERENCE_SINE_F32_REF_H_

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* An infinity gives a NaN. */
float nook_sin_f32(float x);
float nook_cos_f32(float x);

NOOK_END_C

#endif
