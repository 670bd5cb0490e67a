/* float32 LSTM_LAYER for Helium, with packed weights (lstm_layer_packed_f32.h). */
#include "nook/kernels/dot/helium/pair_f32_mve.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_pair_f32_mve(job); }
#include "nook/ops/lstm_layer/lstm_layer_packed_f32.h"

void nook_lstm_layer_f32_mve(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float)) {
  const recurrent_layer layer = {p, {w_input, 0, 0, 0}, {0}, {0}, {0}, first_cell};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)peep_input, (void)peep_forget, (void)peep_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output;
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
