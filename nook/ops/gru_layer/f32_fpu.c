/* float32 GRU_LAYER on cores with an FPU, with packed weights (gru_layer_packed_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_pair_f32_fpu.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_dot_pair_f32_fpu(job); }
#include "nook/ops/gru_layer/gru_layer_packed_f32.h"

void nook_gru_layer_f32_fpu(NOOK_GRU_LAYER_ARGUMENTS(nook_gru_layer_f32, float, float, float)) {
  recurrent_layer layer = {p, {w_update, 0, 0, 0}, 0};
  const recurrent_operands operands = {x, first_hidden, lengths, 0, 0, 1, results};
  (void)w_reset, (void)w_candidate, (void)r_update, (void)r_reset, (void)r_candidate;
  (void)b_update, (void)b_reset, (void)b_candidate, (void)b_hidden;
  for (int i = 1; i < GRU_MATRICES; ++i) {
    nook_dot_pair_f32 before = job_of(&layer, i - 1, 0, 0);
    before.outputs = p->walk.cells;
    layer.packed[i] = layer.packed[i - 1] + nook_dot_pair_f32_floats(&before);
  }
  layer.reset = (float*)nook_after(scratch_memory, (size_t)nook_recurrent_scratch(&p->walk, 0, 4, 4));
  recurrent_walk(&p->walk, &layer, &operands, (float*)scratch_memory);
}
