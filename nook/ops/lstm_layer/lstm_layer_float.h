/* Float LSTM_LAYER: a cell, from the sums of its gates. */
#ifndef NOOK_OPS_LSTM_LAYER_FLOAT_H_
#define NOOK_OPS_LSTM_LAYER_FLOAT_H_

#include "nook/ops/families/recurrent_f32.h"
#include "nook/ops/lstm_layer/lstm_layer.h"

typedef float recurrent_x, recurrent_cell;
typedef struct recurrent_layer {
  const nook_lstm_layer_f32* p;
  const float *w[kNookLstmGates], *r[kNookLstmGates], *bias[kNookLstmGates];
  const float* peep[kNookLstmGates]; /* the cell's gate has none */
  const float* first_cell;
} recurrent_layer;
#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const float* first, float* hidden,
                                   float* cell) {
  const int32_t cells = layer->p->walk.cells;
  recurrent_copy_first(first, cells, 0, hidden);
  recurrent_copy_first(layer->first_cell ? layer->first_cell + b * cells : 0, cells, 0, cell);
}

static float lstm_layer_gate(const recurrent_layer* l, int g, int32_t u, float sum, float cell) {
  if (l->peep[g]) sum += l->peep[g][u] * cell;
  return nook_recurrent_clipped(&l->p->gate, l->p->clip, sum);
}

/* Updates cell u and returns its hidden state. */
static inline float lstm_layer_cell(const recurrent_layer* l, int32_t u, const float* sums, float* cell) {
  const nook_lstm_layer_f32* const p = l->p;
  const float input = lstm_layer_gate(l, kNookLstmInput, u, sums[kNookLstmInput], *cell);
  const float forget =
      p->coupled ? 1 - input : lstm_layer_gate(l, kNookLstmForget, u, sums[kNookLstmForget], *cell);
  *cell = forget * *cell + input * nook_recurrent_clipped(&p->candidate, p->clip, sums[kNookLstmCell]);
  return lstm_layer_gate(l, kNookLstmOutput, u, sums[kNookLstmOutput], *cell) *
         nook_recurrent_function_of(&p->output, *cell);
}

#endif
