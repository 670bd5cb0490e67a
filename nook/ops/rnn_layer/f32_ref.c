#include "nook/ops/families/recurrent_rows_f32.h"
#include "nook/ops/rnn_layer/rnn_float_ref.h"

void nook_rnn_layer_f32_ref(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer_f32, float, float, float)) {
  int8_t* const bytes =
      (int8_t*)nook_after(scratch_memory, (size_t)nook_recurrent_scratch(&p->walk, 0, 4, 4));
  const recurrent_layer layer = {p, w, r, b, bytes};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 0, 1, results};
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
