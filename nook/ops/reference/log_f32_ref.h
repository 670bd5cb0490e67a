/* The natural logarithm of float32 by a polynomial; see exp_f32_ref.h. */
#ifndef NOOK_OPS_REFERENCE_LOG_F32_REF_H_
#define NOOK_OPS_REFERENCE_LOG_F32_REF_H_

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* -infinity of 0, NaN below. */
float nook_log_f32(float x);

NOOK_END_C

#endif
