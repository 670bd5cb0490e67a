#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

typedef nook_unidirectional_sequence_lstm lstm_params;
typedef int8_t lstm_x, lstm_w;
typedef int32_t lstm_bias, lstm_sum;
typedef int16_t lstm_cell;
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_ref.h"

static int32_t dot(const int8_t* x, int32_t zero, const int8_t* w, int32_t count, uint32_t sum) {
  for (int32_t i = 0; i < count; ++i) sum += (uint32_t)((x[i] - zero) * w[i]);
  return (int32_t)sum;
}

static inline int32_t gate_sum(const lstm_params* p, int g, int32_t u, const int8_t* x, const int8_t* w,
                               const int8_t* hidden, const int8_t* r, const int32_t* bias) {
  const int32_t of_x = dot(x, p->x_zero, w + u * p->in, p->in, bias ? (uint32_t)bias[u] : 0),
                of_hidden = dot(hidden, p->hidden_zero, r + u * p->cells, p->cells, 0);
  return nook_lstm_clamp(
      nook_lstm_clamp(nook_rescale(of_x, p->in_multiplier[g], p->in_shift[g])) +
      nook_lstm_clamp(nook_rescale(of_hidden, p->recurrent_multiplier[g], p->recurrent_shift[g])));
}

static inline int8_t cell_step(const lstm_params* p, const int32_t* sums, int16_t* cell) {
  return (int8_t)nook_lstm_step(p, sums, cell, INT8_MIN, INT8_MAX);
}

void nook_unidirectional_sequence_lstm_s8_ref(NOOK_LSTM_ARGUMENTS(lstm_params, lstm_x, lstm_w, lstm_bias,
                                                                  lstm_cell)) {
  NOOK_LSTM_GATES(lstm_w, lstm_bias)
  (void)scratch_memory;
  lstm_steps(p, x, w, r, bias, hidden, cell, y);
}
