#include "nook/ops/unidirectional_sequence_lstm/s8_dsp.h"

typedef nook_unidirectional_sequence_lstm lstm_params;
typedef int8_t recurrent_x, lstm_weight;
typedef int16_t recurrent_cell;
typedef int32_t lstm_bias;
#include "nook/ops/lstm_layer/lstm_layer_walk.h"

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* cell, recurrent_x* y) {
  nook_unidirectional_sequence_lstm_s8_dsp(l->p, x, l->w[0], l->w[1], l->w[2], l->w[3], l->r[0], l->r[1],
                                           l->r[2], l->r[3], l->bias[0], l->bias[1], l->bias[2], l->bias[3],
                                           hidden, cell, y, l->scratch);
}

void nook_lstm_layer_s8_dsp(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, recurrent_x, int8_t, lstm_bias,
                                                      recurrent_cell)) {
  const recurrent_layer layer = {&p->step,
                                 {w_input, w_forget, w_cell, w_output},
                                 {r_input, r_forget, r_cell, r_output},
                                 {b_input, b_forget, b_cell, b_output},
                                 first_cell,
                                 p->step.hidden_zero,
                                 0};
  const recurrent_operands operands = {x, first_hidden, lengths, p->step.hidden_zero, 1, 1, results};
  (void)peep_input, (void)peep_forget, (void)peep_output;
  recurrent_walk(&p->walk, &layer, &operands, (recurrent_cell*)scratch_memory);
}
