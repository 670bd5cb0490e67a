/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM on cores with an FPU, with packed weights (lstm_packed_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_pair_f32_fpu.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_dot_pair_f32_fpu(job); }
#include "nook/ops/unidirectional_sequence_lstm/lstm_cells_fpu.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_packed_f32.h"

void nook_unidirectional_sequence_lstm_f32_fpu_packed(NOOK_LSTM_ARGUMENTS(lstm_params, float, float, float,
                                                                          float)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  lstm_with_packed(p, x, w_input, hidden, cell, y, advance_fours);
}
