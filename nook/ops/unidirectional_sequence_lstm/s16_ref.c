#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

static int64_t dot(const int16_t* x, const int8_t* w, int32_t count, uint64_t sum) {
  for (int32_t i = 0; i < count; ++i) sum += (uint64_t)(int64_t)(x[i] * w[i]);
  return (int64_t)sum;
}

static uint64_t bias_at(const void* bias, int32_t i) {
  uint64_t value = 0;
  if (bias) memcpy(&value, (const char*)bias + (size_t)i * sizeof value, sizeof value);
  return value;
}

void nook_unidirectional_sequence_lstm_s16_ref(const nook_unidirectional_sequence_lstm* p, const int16_t* x,
                                               const int8_t* w_input, const int8_t* w_forget,
                                               const int8_t* w_cell, const int8_t* w_output,
                                               const int8_t* r_input, const int8_t* r_forget,
                                               const int8_t* r_cell, const int8_t* r_output,
                                               const void* b_input, const void* b_forget, const void* b_cell,
                                               const void* b_output, int16_t* hidden, int16_t* cell,
                                               int16_t* y, void* scratch_memory) {
  const int8_t* const w[] = {w_input, w_forget, w_cell, w_output};
  const int8_t* const r[] = {r_input, r_forget, r_cell, r_output};
  const void* const bias[] = {b_input, b_forget, b_cell, b_output};
  const int32_t cells = p->cells;
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const int16_t* const now = x + row * p->in;
      int16_t* const next = y + row * cells;
      for (int32_t u = 0; u < cells; ++u) {
        int32_t sums[kNookLstmGates];
        for (int g = 0; g < kNookLstmGates; ++g) {
          const int64_t of_x = dot(now, w[g] + u * p->in, p->in, bias_at(bias[g], u)),
                        of_hidden = dot(hidden, r[g] + u * cells, cells, 0);
          sums[g] =
              nook_lstm_clamp(nook_lstm_clamp(nook_rescale_s64(of_x, p->in_multiplier[g], p->in_shift[g])) +
                              nook_lstm_clamp(nook_rescale_s64(of_hidden, p->recurrent_multiplier[g],
                                                               p->recurrent_shift[g])));
        }
        next[u] = (int16_t)nook_lstm_step(p, sums, cell + u, INT16_MIN, INT16_MAX);
      }
      for (int32_t u = 0; u < cells; ++u) hidden[u] = next[u];
    }
  }
}
