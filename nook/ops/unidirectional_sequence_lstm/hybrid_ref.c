#include "nook/ops/reference/hybrid_ref.h"

#include "nook/ops/reference/shifted.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_float.h"

void nook_unidirectional_sequence_lstm_hybrid_ref(
    NOOK_LSTM_ARGUMENTS(nook_unidirectional_sequence_lstm_hybrid, float, int8_t, float, float)) {
  NOOK_LSTM_GATES(int8_t, float)
  const int32_t cells = p->cells;
  int8_t *const of_x = (int8_t*)scratch_memory, *const of_hidden = of_x + p->in;
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const nook_byte_scale now = nook_make_bytes(x + row * p->in, p->in, p->asymmetric, of_x);
      const nook_byte_scale before = nook_make_bytes(hidden, cells, p->asymmetric, of_hidden);
      float* const next = y + row * cells;
      for (int32_t u = 0; u < cells; ++u) {
        float sums[kNookLstmGates];
        for (int g = 0; g < kNookLstmGates; ++g) {
          const uint32_t from_x = nook_dot_shifted(of_x, w[g] + u * p->in, p->in, now.zero, 0),
                         recurrent = nook_dot_shifted(of_hidden, r[g] + u * cells, cells, before.zero, 0);
          sums[g] = (bias[g] ? bias[g][u] : 0) + (float)(int32_t)from_x * (now.scale * p->in_scale[g]);
          sums[g] += (float)(int32_t)recurrent * (before.scale * p->recurrent_scale[g]);
        }
        next[u] = nook_lstm_step_f32(sums, p->cell_clip, &cell[u]);
      }
      for (int32_t u = 0; u < cells; ++u) hidden[u] = next[u];
    }
  }
}
