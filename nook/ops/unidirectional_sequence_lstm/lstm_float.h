/* One cell of an LSTM in float, from the sums of its gates. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FLOAT_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_FLOAT_H_

#include <math.h>

#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

/* Bit-exact with TensorFlow Lite Micro, because a difference in the last bit grows from step to step. */
static inline float nook_lstm_sigmoid_f32(float x) {
  if (x > 16.619047164916992f) return 1;
  return x < -9 ? expf(x) : 1 / (1 + expf(-x));
}

/* Updates the cell and returns the updated hidden state. The cell is not clipped if `clip` is 0. */
static inline float nook_lstm_step_f32(const float* sums, float clip, float* cell) {
  const float kept = nook_lstm_sigmoid_f32(sums[kNookLstmForget]) * *cell,
              added = nook_lstm_sigmoid_f32(sums[kNookLstmInput]) * tanhf(sums[kNookLstmCell]);
  *cell = kept + added;
  if (clip > 0) *cell = nook_clamp_f32(*cell, -clip, clip);
  return nook_lstm_sigmoid_f32(sums[kNookLstmOutput]) * tanhf(*cell);
}

#endif
