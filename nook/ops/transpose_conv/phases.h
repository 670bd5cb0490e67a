/* The taps that apply to an output of TRANSPOSE_CONV: every stride-th tap of the filter, from the output's
 * phase on. */
#ifndef NOOK_OPS_TRANSPOSE_CONV_PHASES_H_
#define NOOK_OPS_TRANSPOSE_CONV_PHASES_H_

#include "nook/ops/transpose_conv/transpose_conv.h"

/* phase in [0, stride), stride <= filter. */
static inline int32_t nook_phase_taps(int32_t phase, int32_t stride, int32_t filter) {
  return (filter - phase - 1) / stride + 1;
}

/* Words of unpacked inputs for the phase with the most taps; each tap has whole blocks of this size. */
static inline int64_t nook_most_phase_words(const nook_transpose_conv_shape* s, int32_t block) {
  const int64_t taps =
      (int64_t)nook_phase_taps(0, s->stride_h, s->filter_h) * nook_phase_taps(0, s->stride_w, s->filter_w);
  return taps * (((int64_t)s->in_c + block - 1) / block * (block / 2));
}

#endif
