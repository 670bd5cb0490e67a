/* The cells of a float32 LSTM on cores with an FPU, for kernels with packed weights. The including file
 * defines sum_pair(), see dot_pair_f32.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_CELLS_FPU_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_CELLS_FPU_H_

#include "nook/kernels/elementwise/armv7em_fpu/lstm_cells_f32_fpu.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_float.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_tile_f32.h"

/* Updates the first cell of a job, of any sums, and advances the job. */
static __attribute__((noinline)) void update_cell(nook_lstm_cells_f32* job) {
  const float* const of = job->sums;
  const float kept = nook_lstm_sigmoid_f32(of[GATE_FORGET]) * *job->cell,
              added = nook_lstm_sigmoid_f32(of[GATE_INPUT]) * nook_tanh_f32(of[GATE_CANDIDATE]),
              gate = nook_lstm_sigmoid_f32(of[GATE_OUTPUT]);
  *job->cell++ = nook_clamp_f32(kept + added, -job->clip, job->clip);
  *job->gate++ = gate;
  job->sums += kNookLstmGates, --job->left;
}

/* As advance(), for four cells and more. */
static int32_t advance_fours(float* sums, int32_t cells, float clip, float* cell, float* y) {
  enum { FOUR = 4 };
  const nook_float_bits infinite = {.bits = 0x7F800000u};
  nook_lstm_cells_f32 job = {sums, cell, sums, cells, clip > 0 ? clip : infinite.number};
  if (cells < FOUR) return 0;
  while (job.left > 0) {
    nook_lstm_cells_f32_fpu(&job);
    if (job.left > 0) update_cell(&job);
  }
  nook_lstm_hidden_f32_fpu(cell, sums, cells, y);
  return cells;
}

#endif
