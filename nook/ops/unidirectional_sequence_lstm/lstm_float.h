/* One cell of an LSTM in float, from the sums of its gates. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FLOAT_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FLOAT_H_

#include "nook/ops/reference/exp_f32_ref.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

/* TensorFlow Lite Micro's three pieces, because a difference in the last bit grows from step to step. */
static float nook_lstm_sigmoid_f32(float x) {
  if (x >= -9 && x <= 16.619047164916992f) return 1 / (1 + nook_exp_near_f32(-x));
  return x > 0 ? 1 : nook_exp_far_f32(x);
}

/* Updates the cell and returns the updated hidden state. The cell is not clipped if `clip` is 0. */
static inline float nook_lstm_step_f32(const float* sums, float clip, float* cell) {
  const float kept = nook_lstm_sigmoid_f32(sums[kNookLstmForget]) * *cell,
              added = nook_lstm_sigmoid_f32(sums[kNookLstmInput]) * nook_tanh_f32(sums[kNookLstmCell]);
  *cell = kept + added;
  if (clip > 0) *cell = nook_clamp_f32(*cell, -clip, clip);
  return nook_lstm_sigmoid_f32(sums[kNookLstmOutput]) * nook_tanh_f32(*cell);
}

#endif
