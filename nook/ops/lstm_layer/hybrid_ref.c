#include "nook/ops/unidirectional_sequence_lstm/hybrid_ref.h"

typedef nook_unidirectional_sequence_lstm_hybrid lstm_params;
typedef float recurrent_x, recurrent_cell, lstm_bias;
typedef int8_t lstm_weight;
#include "nook/ops/lstm_layer/lstm_layer_walk.h"

static inline void recurrent_step(const recurrent_layer* l, const float* x, float* hidden, float* cell,
                                  float* y) {
  nook_unidirectional_sequence_lstm_hybrid_ref(l->p, x, l->w[0], l->w[1], l->w[2], l->w[3], l->r[0], l->r[1],
                                               l->r[2], l->r[3], l->bias[0], l->bias[1], l->bias[2],
                                               l->bias[3], hidden, cell, y, l->scratch);
}

void nook_lstm_layer_hybrid_ref(NOOK_LSTM_LAYER_ARGUMENTS(nook_lstm_layer_hybrid, float, int8_t, float,
                                                          float)) {
  /* The bytes of x and of the hidden state follow the states. */
  void* const bytes = nook_after(scratch_memory, (size_t)nook_recurrent_scratch(&p->walk, 4, 4, 4));
  const recurrent_layer layer = {&p->step, NOOK_LSTM_LAYER_WEIGHTS, 0, bytes};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 1, 1, results};
  (void)peep_input, (void)peep_forget, (void)peep_output;
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
