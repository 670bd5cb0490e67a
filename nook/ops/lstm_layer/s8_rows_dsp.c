#include "nook/ops/unidirectional_sequence_lstm/s8_rows_dsp.h"

#include "nook/ops/lstm_layer/lstm_layer_s8.h"

static lstm_step* const step_kernel = nook_unidirectional_sequence_lstm_s8_dsp_rows;
#include "nook/ops/lstm_layer/lstm_layer_steps.h"

void nook_lstm_layer_s8_dsp_rows(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int8_t, int8_t, int32_t,
                                                           int16_t)) {
  const recurrent_layer layer = {&p->step, NOOK_LSTM_LAYER_WEIGHTS, p->step.hidden_zero, 0};
  const recurrent_operands operands = {x, first_hidden, lengths, p->step.hidden_zero, 1, 1, results};
  (void)peep_input, (void)peep_forget, (void)peep_output;
  recurrent_walk(&p->walk, &layer, &operands, (recurrent_cell*)scratch_memory);
}
