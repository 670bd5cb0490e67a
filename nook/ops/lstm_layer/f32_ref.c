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

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  const nook_lstm_layer_f32* const p = l->p;
  const int32_t cells = p->walk.cells, in = p->walk.in;
  for (int32_t u = 0; u < cells; ++u) {
    float sums[kNookLstmGates];
    for (int g = 0; g < kNookLstmGates; ++g) {
      const float of_x = nook_recurrent_dot(x, l->w[g] + u * in, in, l->bias[g] ? l->bias[g][u] : 0);
      sums[g] = of_x + nook_recurrent_dot(hidden, l->r[g] + u * cells, cells, 0);
    }
    const float input = lstm_layer_gate(l, kNookLstmInput, u, sums[kNookLstmInput], cell[u]);
    const float forget =
        p->coupled ? 1 - input : lstm_layer_gate(l, kNookLstmForget, u, sums[kNookLstmForget], cell[u]);
    cell[u] = forget * cell[u] + input * nook_recurrent_clipped(&p->candidate, p->clip, sums[kNookLstmCell]);
    y[u] = lstm_layer_gate(l, kNookLstmOutput, u, sums[kNookLstmOutput], cell[u]) *
           nook_recurrent_function_of(&p->output, cell[u]);
  }
  memcpy(hidden, y, (size_t)cells * sizeof *y);
}

void nook_lstm_layer_f32_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_f32, float, float, float, float)) {
  const recurrent_layer layer = {p,
                                 {w_input, w_forget, w_cell, w_output},
                                 {r_input, r_forget, r_cell, r_output},
                                 {b_input, b_forget, b_cell, b_output},
                                 {peep_input, peep_forget, 0, peep_output},
                                 first_cell};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
