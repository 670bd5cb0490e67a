#include <string.h>

#include "nook/ops/families/recurrent_sums_s8_ref.h"
#include "nook/ops/rnn_layer/rnn_fixed.h"

void nook_rnn_layer_s8_ref(NOOK_RNN_LAYER_ARGUMENTS(nook_rnn_layer, int8_t, int8_t, int32_t)) {
  const recurrent_layer layer = {p, w, r, b};
  const recurrent_operands operands = {x, first_hidden, lengths, p->state.zero, 2, 0, results};
  recurrent_walk(&p->walk, &layer, &operands, (int16_t*)scratch_memory);
}
