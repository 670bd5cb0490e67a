/* float32 LSTM_LAYER on cores with an FPU, with packed weights: the sums of eight cells at a time. */
#include "nook/ops/lstm_layer/lstm_layer_float.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_tile_fpu.h"

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const int32_t cells = l->p->walk.cells;
  float memory[LSTM_TILE * kNookLstmGates];
  nook_dot_pair_f32 job = {l->w[0], 0, x, l->p->walk.in, hidden, cells, memory};
  for (int32_t u = 0; u < cells; u += LSTM_TILE) {
    const int32_t end = u + LSTM_TILE < cells ? u + LSTM_TILE : cells;
    const float* sums = lstm_tile_sums(&job, cells - u, memory);
    for (int32_t i = u; i < end; ++i, sums += kNookLstmGates) y[i] = lstm_layer_cell(l, i, sums, cell + i);
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

void nook_lstm_layer_f32_fpu(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float)) {
  const recurrent_layer layer = {p, {w_input, 0, 0, 0}, {0}, {0}, {0}, first_cell};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)peep_input, (void)peep_forget, (void)peep_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output;
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
