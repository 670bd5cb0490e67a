#include <string.h>

#include "nook/ops/families/recurrent_sums_s16.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

typedef nook_unidirectional_sequence_lstm lstm_params;
typedef int16_t recurrent_cell, lstm_weight;
typedef void lstm_bias;
#include "nook/ops/lstm_layer/lstm_layer_walk.h"

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* cell, recurrent_x* y) {
  const lstm_params* const p = l->p;
  const int32_t in = p->in, cells = p->cells;
  for (int32_t u = 0; u < cells; ++u) {
    int32_t sums[kNookLstmGates];
    for (int g = 0; g < kNookLstmGates; ++g) {
      sums[g] = recurrent_sum(x, 0, l->w[g] + u * in, in, l->bias[g], u, p->in_multiplier[g], p->in_shift[g]);
      sums[g] = recurrent_clamp(sums[g] + recurrent_sum_of_state(hidden, l->r[g] + u * cells, cells, 0, u,
                                                                 p->recurrent_multiplier[g],
                                                                 p->recurrent_shift[g]));
    }
    y[u] = (int16_t)nook_lstm_step(p, sums, &cell[u], INT16_MIN, INT16_MAX);
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

void nook_lstm_layer_s16_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int16_t, int16_t, void, int16_t)) {
  const recurrent_layer layer = {&p->step, NOOK_LSTM_LAYER_WEIGHTS, 0, 0};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  (void)peep_input, (void)peep_forget, (void)peep_output;
  recurrent_walk(&p->walk, &layer, &operands, (int16_t*)scratch_memory);
}
