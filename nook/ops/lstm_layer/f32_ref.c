#include "nook/ops/lstm_layer/lstm_layer_float.h"

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const int32_t cells = l->p->walk.cells, in = l->p->walk.in;
  for (int32_t u = 0; u < cells; ++u) {
    float sums[kNookLstmGates];
    for (int g = 0; g < kNookLstmGates; ++g) {
      const float of_x = nook_recurrent_dot(x, l->w[g] + u * in, in, l->bias[g] ? l->bias[g][u] : 0);
      sums[g] = of_x + nook_recurrent_dot(hidden, l->r[g] + u * cells, cells, 0);
    }
    y[u] = lstm_layer_cell(l, u, sums, cell + u);
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

void nook_lstm_layer_f32_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float)) {
  const recurrent_layer layer = {p,
                                 {w_input, w_forget, w_cell, w_output},
                                 {r_input, r_forget, r_cell, r_output},
                                 {b_input, b_forget, b_cell, b_output},
                                 {peep_input, peep_forget, 0, peep_output},
                                 first_cell};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
