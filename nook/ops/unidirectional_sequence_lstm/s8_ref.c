#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

static int32_t dot(const int8_t* x, int32_t zero, const int8_t* w, int32_t count, uint32_t sum) {
  for (int32_t i = 0; i < count; ++i) sum += (uint32_t)((x[i] - zero) * w[i]);
  return (int32_t)sum;
}

void nook_unidirectional_sequence_lstm_s8_ref(const nook_unidirectional_sequence_lstm* p, const int8_t* x,
                                              const int8_t* w_input, const int8_t* w_forget,
                                              const int8_t* w_cell, const int8_t* w_output,
                                              const int8_t* r_input, const int8_t* r_forget,
                                              const int8_t* r_cell, const int8_t* r_output,
                                              const int32_t* b_input, const int32_t* b_forget,
                                              const int32_t* b_cell, const int32_t* b_output, int8_t* hidden,
                                              int16_t* cell, int8_t* y, void* scratch_memory) {
  const int8_t* const w[] = {w_input, w_forget, w_cell, w_output};
  const int8_t* const r[] = {r_input, r_forget, r_cell, r_output};
  const int32_t* const bias[] = {b_input, b_forget, b_cell, b_output};
  const int32_t cells = p->cells;
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const int8_t* const now = x + row * p->in;
      int8_t* const next = y + row * cells;
      for (int32_t u = 0; u < cells; ++u) {
        int32_t sums[kNookLstmGates];
        for (int g = 0; g < kNookLstmGates; ++g) {
          const uint32_t first = bias[g] ? (uint32_t)bias[g][u] : 0;
          const int32_t of_x = dot(now, p->x_zero, w[g] + u * p->in, p->in, first),
                        of_hidden = dot(hidden, p->hidden_zero, r[g] + u * cells, cells, 0);
          sums[g] = nook_lstm_clamp(
              nook_lstm_clamp(nook_rescale(of_x, p->in_multiplier[g], p->in_shift[g])) +
              nook_lstm_clamp(nook_rescale(of_hidden, p->recurrent_multiplier[g], p->recurrent_shift[g])));
        }
        next[u] = (int8_t)nook_lstm_step(p, sums, cell + u, INT8_MIN, INT8_MAX);
      }
      for (int32_t u = 0; u < cells; ++u) hidden[u] = next[u];
    }
  }
}
