/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM for Helium, four steps at a time (lstm_steps_f32.h). Sums lie gate by
 * gate, so that vectors are of cells. */
#include "nook/kernels/dot/helium/pair_f32_mve.h"
#include "nook/kernels/dot/helium/pixels_f32_mve.h"
#include "nook/kernels/elementwise/helium/gates_f32_mve.h"

static inline void sum_pair(const nook_dot_pair_f32* job) { nook_pair_f32_mve(job); }
static inline void sum_pixels(const nook_pixels_f32* job) { nook_pixels_f32_mve(job); }
#include "nook/ops/unidirectional_sequence_lstm/lstm_next_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_steps_f32.h"

/* As advance(), whole fours of cells, with room for as many gates. Returns 0 where advance() has to. */
static int32_t advance_all(const float* sums, float* gates, int32_t cells, float clip, float* cell,
                           float* y) {
  const int32_t fours = cells / FOUR;
  float* const candidates = gates + GATE_CANDIDATE * cells;
  if (nook_lstm_sigmoids_f32_mve(sums, SIGMOIDS * fours, gates)) return 0;
  if (nook_tangents_f32_mve(sums + GATE_CANDIDATE * cells, fours, candidates)) return 0;
  if (next_cells(gates, cells, clip, cell, y)) return 0;
  if (nook_tangents_f32_mve(y, fours, candidates)) return 0;
  if (opened(candidates, gates + GATE_OUTPUT * cells, cells)) return 0;
  for (int32_t u = 0; u < cells; u += FOUR) {
    vstrwq_f32(cell + u, vldrwq_f32(y + u));
    vstrwq_f32(y + u, vldrwq_f32(candidates + u));
  }
  return 1;
}

static inline void step(const lstm_params* p, const float* recurrent, float* of_x, float* sums,
                        const float* hidden, float* cell, float* y) {
  const int32_t cells = p->cells;
  const nook_dot_pair_f32 job = {recurrent, cells * kNookLstmGates, of_x, 0, hidden, cells, sums};
  nook_second_f32_mve(&job);
  if (advance_all(sums, of_x, cells, p->cell_clip, cell, y)) return;
  for (int32_t u = 0; u < cells; ++u) {
    float of[kNookLstmGates];
    for (int g = 0; g < kNookLstmGates; ++g) of[g] = sums[g * cells + u];
    advance(of, 1, p->cell_clip, cell + u, y + u);
  }
}

void nook_unidirectional_sequence_lstm_f32_mve_steps(NOOK_LSTM_ARGUMENTS(lstm_params, float, float, float,
                                                                         float)) {
  (void)w_forget, (void)w_cell, (void)w_output, (void)r_input, (void)r_forget, (void)r_cell, (void)r_output;
  (void)b_input, (void)b_forget, (void)b_cell, (void)b_output;
  lstm_in_steps(p, x, w_input, lstm_recurrent_weights(p, w_input), hidden, cell, y, (float*)scratch_memory,
                step);
}
