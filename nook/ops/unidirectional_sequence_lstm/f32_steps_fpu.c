/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM on cores with an FPU, four steps at a time (lstm_steps_f32.h). */
#include "nook/kernels/dot/armv7em_fpu/dot_pair_f32_fpu.h"
#include "nook/kernels/dot/armv7em_fpu/pixels_f32_fpu.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_dot_pair_f32_fpu(job); }
static inline void sum_pixels(const nook_pixels_f32* job) { nook_pixels_f32_fpu(job); }
#include "nook/ops/unidirectional_sequence_lstm/lstm_cells_fpu.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_f32.h"

static inline void step(const lstm_params* p, const float* recurrent, float* sums, float* room,
                        const float* hidden, float* cell, float* y) {
  const int32_t cells = p->cells;
  (void)room;
  const nook_dot_pair_f32 job = {recurrent, cells * kNookLstmGates, sums, 0, hidden, cells, sums};
  nook_dot_pair_f32_fpu(&job);
  const int32_t done = advance_fours(sums, cells, p->cell_clip, cell, y);
  advance(sums + done * kNookLstmGates, cells - done, p->cell_clip, cell + done, y + done);
}

static __attribute__((noinline)) void in_steps(const lstm_params* p, const float* x, const float* packed,
                                               const float* recurrent, float* hidden, float* cell, float* y,
                                               float* sums) {
  lstm_in_steps(p, x, packed, recurrent, hidden, cell, y, sums, step);
}

void nook_unidirectional_sequence_lstm_f32_fpu_steps(NOOK_LSTM_ARGUMENTS(lstm_params, float, float, float,
                                                                         float)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output;
  in_steps(p, x, w_input, lstm_recurrent_weights(p, w_input), hidden, cell, y, (float*)scratch_memory);
}

void nook_unidirectional_sequence_lstm_f32_fpu_copied(NOOK_LSTM_ARGUMENTS(lstm_params, float, float, float,
                                                                          float)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output;
  const int32_t outputs = p->cells * kNookLstmGates;
  float *const sums = (float*)scratch_memory, *const recurrent = sums + NOOK_LSTM_STEPS * outputs;
  memcpy(recurrent, lstm_recurrent_weights(p, w_input), (size_t)(outputs * p->cells) * sizeof *recurrent);
  in_steps(p, x, w_input, recurrent, hidden, cell, y, sums);
}
