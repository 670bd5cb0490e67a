#include "nook/ops/unidirectional_sequence_lstm/lstm_float.h"

typedef nook_unidirectional_sequence_lstm_f32 lstm_params;
typedef float lstm_x, lstm_w, lstm_bias, lstm_cell, lstm_sum;
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_ref.h"

static float dot(const float* x, const float* w, int32_t count) {
  float sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += x[i] * w[i];
  return sum;
}

static inline float gate_sum(const lstm_params* p, int g, int32_t u, const float* x, const float* w,
                             const float* hidden, const float* r, const float* bias) {
  (void)g;
  const float of_x = dot(x, w + u * p->in, p->in) + (bias ? bias[u] : 0);
  return of_x + dot(hidden, r + u * p->cells, p->cells);
}

static inline float cell_step(const lstm_params* p, const float* sums, float* cell) {
  return nook_lstm_step_f32(sums, p->cell_clip, cell);
}

void nook_unidirectional_sequence_lstm_f32_ref(NOOK_LSTM_ARGUMENTS(lstm_params, lstm_x, lstm_w, lstm_bias,
                                                                   lstm_cell)) {
  NOOK_LSTM_GATES(lstm_w, lstm_bias)
  (void)scratch_memory;
  lstm_steps(p, x, w, r, bias, hidden, cell, y);
}
