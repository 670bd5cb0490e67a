#include <string.h>

#include "nook/ops/families/recurrent_sums_s8_dsp.h"
#include "nook/ops/gru_layer/gru_fixed.h"

void nook_gru_layer_s8_dsp(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer, int8_t, int8_t, int32_t)) {
  char* const after =
      (char*)nook_after(scratch_memory, (size_t)nook_recurrent_scratch(&p->walk, 2 * sizeof(int16_t), 0, 2));
  const recurrent_layer layer = {p, NOOK_GRU_LAYER_WEIGHTS, (int16_t*)after};
  const recurrent_operands operands = {x, first_hidden, lengths, p->state.zero, 2, 0, results};
  recurrent_walk(&p->walk, &layer, &operands, (int16_t*)scratch_memory);
}
