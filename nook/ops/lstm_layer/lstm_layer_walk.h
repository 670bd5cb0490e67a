/* The layer of LSTM kernels for int8 and int16, and of hybrid ones. The including file defines recurrent_x,
 * recurrent_cell, lstm_params, lstm_weight and lstm_bias. */
#ifndef NOOK_OPS_LSTM_LAYER_WALK_H_
#define NOOK_OPS_LSTM_LAYER_WALK_H_

#include "nook/ops/lstm_layer/lstm_layer.h"

/* The operands of a step. */
typedef struct recurrent_layer {
  const lstm_params* p;
  const lstm_weight *w[kNookLstmGates], *r[kNookLstmGates];
  const lstm_bias* bias[kNookLstmGates];
  const recurrent_cell* first_cell;
  int32_t zero; /* the hidden state that stands for 0 */
  void* scratch;
} recurrent_layer;

#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const recurrent_x* first,
                                   recurrent_x* hidden, recurrent_cell* cell) {
  const int32_t cells = layer->p->cells;
  recurrent_copy_first(first, cells, layer->zero, hidden);
  for (int32_t u = 0; u < cells; ++u) cell[u] = layer->first_cell ? layer->first_cell[b * cells + u] : 0;
}

#endif
