/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM for Helium, with packed weights (lstm_packed_f32.h). */
#include "nook/kernels/dot/helium/pair_f32_mve.h"
#include "nook/kernels/elementwise/helium/gates_f32_mve.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_pair_f32_mve(job); }
#include "nook/ops/unidirectional_sequence_lstm/lstm_next_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_packed_f32.h"

/* As advance(). Returns how many cells were advanced, whole fours from the first cell on: none where
 * advance() has to. */
static int32_t advance_fours(float* sums, int32_t cells, float clip, float* cell, float* y) {
  const int32_t fours = cells / FOUR, count = fours * FOUR;
  float gates[kNookLstmGates * LSTM_TILE], next[LSTM_TILE], seen[LSTM_TILE];
  float* const candidates = gates + GATE_CANDIDATE * count;
  for (int32_t u = 0; u < count; u += FOUR, sums += FOUR * kNookLstmGates) {
    const float32x4x4_t of = vld4q_f32(sums);
    for (int g = 0; g < kNookLstmGates; ++g) vstrwq_f32(gates + g * count + u, of.val[g]);
  }
  if (nook_lstm_sigmoids_f32_mve(gates, SIGMOIDS * fours, gates)) return 0;
  if (nook_tangents_f32_mve(candidates, fours, candidates)) return 0;
  if (next_cells(gates, count, clip, cell, next)) return 0;
  if (nook_tangents_f32_mve(next, fours, seen)) return 0;
  if (opened(seen, gates + GATE_OUTPUT * count, count)) return 0;
  memcpy(y, seen, (size_t)count * sizeof *y);
  memcpy(cell, next, (size_t)count * sizeof *cell);
  return count;
}

void nook_unidirectional_sequence_lstm_f32_mve_packed(NOOK_LSTM_ARGUMENTS(lstm_params, float, float, float,
                                                                          float)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output, (void)scratch_memory;
  lstm_with_packed(p, x, w_input, hidden, cell, y, advance_fours);
}
