#include "nook/ops/unidirectional_sequence_lstm/lstm_float.h"

static float dot(const float* x, const float* w, int32_t count) {
  float sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += x[i] * w[i];
  return sum;
}

void nook_unidirectional_sequence_lstm_f32_ref(const nook_unidirectional_sequence_lstm_f32* p, const float* x,
                                               const float* w_input, const float* w_forget,
                                               const float* w_cell, const float* w_output,
                                               const float* r_input, const float* r_forget,
                                               const float* r_cell, const float* r_output,
                                               const float* b_input, const float* b_forget,
                                               const float* b_cell, const float* b_output, float* hidden,
                                               float* cell, float* y, void* scratch_memory) {
  const float* const w[] = {w_input, w_forget, w_cell, w_output};
  const float* const r[] = {r_input, r_forget, r_cell, r_output};
  const float* const bias[] = {b_input, b_forget, b_cell, b_output};
  const int32_t cells = p->cells;
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const float* const now = x + row * p->in;
      float* const next = y + row * cells;
      for (int32_t u = 0; u < cells; ++u) {
        float sums[kNookLstmGates];
        for (int g = 0; g < kNookLstmGates; ++g) {
          const float of_x = dot(now, w[g] + u * p->in, p->in) + (bias[g] ? bias[g][u] : 0);
          sums[g] = of_x + dot(hidden, r[g] + u * cells, cells);
        }
        next[u] = nook_lstm_step_f32(sums, p->cell_clip, &cell[u]);
      }
      for (int32_t u = 0; u < cells; ++u) hidden[u] = next[u];
    }
  }
}
