#include <string.h>

#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

typedef nook_unidirectional_sequence_lstm lstm_params;
typedef int16_t lstm_x, lstm_cell;
typedef int8_t lstm_w;
typedef void lstm_bias;
typedef int32_t lstm_sum;
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_ref.h"

static int64_t dot(const int16_t* x, const int8_t* w, int32_t count, uint64_t sum) {
  for (int32_t i = 0; i < count; ++i) sum += (uint64_t)(int64_t)(x[i] * w[i]);
  return (int64_t)sum;
}

static uint64_t bias_at(const void* bias, int32_t i) {
  uint64_t value = 0;
  if (bias) memcpy(&value, (const char*)bias + (size_t)i * sizeof value, sizeof value);
  return value;
}

static inline int32_t gate_sum(const lstm_params* p, int g, int32_t u, const int16_t* x, const int8_t* w,
                               const int16_t* hidden, const int8_t* r, const void* bias) {
  const int64_t of_x = dot(x, w + u * p->in, p->in, bias_at(bias, u)),
                of_hidden = dot(hidden, r + u * p->cells, p->cells, 0);
  return nook_lstm_clamp(
      nook_lstm_clamp(nook_rescale_s64(of_x, p->in_multiplier[g], p->in_shift[g])) +
      nook_lstm_clamp(nook_rescale_s64(of_hidden, p->recurrent_multiplier[g], p->recurrent_shift[g])));
}

static inline int16_t cell_step(const lstm_params* p, const int32_t* sums, int16_t* cell) {
  return (int16_t)nook_lstm_step(p, sums, cell, INT16_MIN, INT16_MAX);
}

void nook_unidirectional_sequence_lstm_s16_ref(NOOK_LSTM_ARGUMENTS(lstm_params, lstm_x, lstm_w, lstm_bias,
                                                                   lstm_cell)) {
  NOOK_LSTM_GATES(lstm_w, lstm_bias)
  (void)scratch_memory;
  lstm_steps(p, x, w, r, bias, hidden, cell, y);
}
