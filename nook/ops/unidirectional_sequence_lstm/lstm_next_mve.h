/* The products of a float32 LSTM's cells for Helium, four cells at a time. The including file defines
 * sum_pair(), see dot_pair_f32.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_NEXT_MVE_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_NEXT_MVE_H_

#include <arm_mve.h>

#include "nook/kernels/asm/small_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_tile_f32.h"

enum { FOUR = 4, SIGMOIDS = 3 };

/* The next values of `count` cells, the sum of two products each. Returns 0, or not 0 where numbers below
 * 2^-126 were taken for zeros. */
static uint32_t next_cells(const float* gates, int32_t count, float clip, const float* cell, float* next) {
  nook_forget_small_mve();
  for (int32_t u = 0; u < count; u += FOUR, gates += FOUR) {
    const float32x4_t kept = vmulq_f32(vldrwq_f32(gates + GATE_FORGET * count), vldrwq_f32(cell + u)),
                      input = vldrwq_f32(gates + GATE_INPUT * count);
    float32x4_t sum = vaddq_f32(kept, vmulq_f32(input, vldrwq_f32(gates + GATE_CANDIDATE * count)));
    if (clip > 0) {
      const float32x4_t low = vdupq_n_f32(-clip), high = vdupq_n_f32(clip);
      sum = vpselq_f32(low, vpselq_f32(high, sum, vcmpgtq_f32(sum, high)), vcmpltq_f32(sum, low));
    }
    vstrwq_f32(next + u, sum);
  }
  return nook_get_small_mve();
}

/* Multiplies hidden states by the output gates; returns as next_cells(). */
static uint32_t opened(float* seen, const float* gate, int32_t count) {
  nook_forget_small_mve();
  for (int32_t u = 0; u < count; u += FOUR)
    vstrwq_f32(seen + u, vmulq_f32(vldrwq_f32(seen + u), vldrwq_f32(gate + u)));
  return nook_get_small_mve();
}

#endif
