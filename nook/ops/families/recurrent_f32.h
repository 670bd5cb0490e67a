/* Sums and functions of recurrent layers in floating point. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_F32_H_
#define NOOK_OPS_FAMILIES_RECURRENT_F32_H_

#include <math.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/families/recurrent.h"
#include "nook/ops/reference/exp_f32_ref.h"

static inline float nook_recurrent_dot(const float* x, const float* w, int32_t count, float sum) {
  for (int32_t i = 0; i < count; ++i) sum += x[i] * w[i];
  return sum;
}

static float nook_recurrent_function_of(const nook_recurrent_function* f, float x) {
  if (f->kind == kNookRecurrentSigmoid) return nook_sigmoid_f32(x);
  if (f->kind == kNookRecurrentTanh) return nook_tanh_f32(x);
  if (f->kind == kNookRecurrentRelu) return x < 0 ? 0 : x;
  if (f->kind == kNookRecurrentHardSigmoid) return nook_clamp_f32(f->alpha * x + f->beta, 0, 1);
  if (f->kind == kNookRecurrentLeakyRelu) return x < 0 ? f->alpha * x : x;
  return x / (1 + fabsf(x));
}

/* Likewise, of x clamped to [-clip, clip] unless `clip` is 0. */
static float nook_recurrent_clipped(const nook_recurrent_function* f, float clip, float x) {
  return nook_recurrent_function_of(f, clip > 0 ? nook_clamp_f32(x, -clip, clip) : x);
}

#endif
