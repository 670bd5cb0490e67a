/* The steps of the reference kernels. The including file defines the types lstm_params, lstm_x, lstm_w,
 * lstm_bias, lstm_cell and lstm_sum, and the two functions that are declared here. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_REF_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_REF_H_

#include <string.h>

#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

/* The sum of gate `g` of unit `u`, over x and the hidden state. */
static inline lstm_sum gate_sum(const lstm_params* p, int g, int32_t u, const lstm_x* x, const lstm_w* w,
                                const lstm_x* hidden, const lstm_w* r, const lstm_bias* bias);
/* Updates the cell and returns the updated hidden state. */
static inline lstm_x cell_step(const lstm_params* p, const lstm_sum* sums, lstm_cell* cell);

__attribute__((always_inline)) static inline void lstm_steps(const lstm_params* p, const lstm_x* x,
                                                             const lstm_w* const* w, const lstm_w* const* r,
                                                             const lstm_bias* const* bias, lstm_x* hidden,
                                                             lstm_cell* cell, lstm_x* y) {
  const int32_t cells = p->cells;
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      const lstm_x* const now = x + row * p->in;
      lstm_x* const next = y + row * cells;
      for (int32_t u = 0; u < cells; ++u) {
        lstm_sum sums[kNookLstmGates];
        for (int g = 0; g < kNookLstmGates; ++g)
          sums[g] = gate_sum(p, g, u, now, w[g], hidden, r[g], bias[g]);
        next[u] = cell_step(p, sums, &cell[u]);
      }
      memcpy(hidden, next, (size_t)cells * sizeof *next);
    }
  }
}

#endif
