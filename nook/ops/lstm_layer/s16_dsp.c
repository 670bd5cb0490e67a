#include <string.h>

#include "nook/ops/families/recurrent_sums_s16_dsp.h"
#include "nook/ops/lstm_layer/lstm_fixed_s16.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_fixed_ref.h"

void nook_lstm_layer_s16_dsp(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer, int16_t, int16_t, void, int16_t)) {
  const recurrent_layer layer = {&p->step, NOOK_LSTM_LAYER_WEIGHTS, 0, 0};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  (void)peep_input, (void)peep_forget, (void)peep_output;
  recurrent_walk(&p->walk, &layer, &operands, (int16_t*)scratch_memory);
}
