/* float32 LSTM_LAYER with packed weights: the sums of eight cells at a time.
 * The including file defines sum_pair(), which computes the job of dot_pair_f32.h. */
#ifndef NOOK_OPS_LSTM_LAYER_PACKED_F32_H_
#define NOOK_OPS_LSTM_LAYER_PACKED_F32_H_

#include "nook/ops/lstm_layer/lstm_layer_float.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_tile_f32.h"

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

#endif
