/* float32 RNN_LAYER for Helium, with packed weights (rnn_layer_packed_f32.h). */
#include "nook/kernels/dot/helium/pair_f32_mve.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_pair_f32_mve(job); }
#include "nook/ops/rnn_layer/rnn_layer_packed_f32.h"

void nook_rnn_layer_f32_mve(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer_f32, float, float, float)) {
  const recurrent_layer layer = {p, w};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 0, 1, results};
  (void)r, (void)b;
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
