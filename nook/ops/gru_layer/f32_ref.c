#include "nook/ops/families/recurrent_rows_f32.h"
#include "nook/ops/gru_layer/gru_float_ref.h"

void nook_gru_layer_f32_ref(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, float, float)) {
  float* const reset = (float*)nook_after(scratch_memory, (size_t)nook_recurrent_scratch(&p->walk, 0, 4, 4));
  const recurrent_layer layer = {
      p, NOOK_GRU_LAYER_WEIGHTS, reset,
      (int8_t*)nook_after(reset, p->reset_after ? 0 : (size_t)p->walk.cells * sizeof *reset)};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 0, 1, results};
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
