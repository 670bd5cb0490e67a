/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM on cores with an FPU: the sums of eight cells at a time. The last
 * eight overlap those before them, whose cells have already advanced. */
#include <string.h>

#include "nook/kernels/dot/armv7em_fpu/dot_8_rows_f32_fpu.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_float.h"

enum { TILE = 8 };
typedef nook_unidirectional_sequence_lstm_f32 lstm_params;
/* The matrices and biases of the gates. */
typedef struct gates {
  const float *w[kNookLstmGates], *r[kNookLstmGates], *bias[kNookLstmGates];
} gates;

/* The sums of a gate of the cells from `u` on. */
static void sum_gate(const lstm_params* p, const gates* of, int g, int32_t u, const float* x,
                     const float* hidden, float sums[][kNookLstmGates]) {
  const float* const bias = of->bias[g];
  float of_x[TILE], of_hidden[TILE];
  nook_dot_8_rows_f32_fpu(x, of->w[g] + u * p->in, p->in, of_x);
  nook_dot_8_rows_f32_fpu(hidden, of->r[g] + u * p->cells, p->cells, of_hidden);
  for (int32_t i = 0; i < TILE; ++i) sums[i][g] = of_x[i] + (bias ? bias[u + i] : 0) + of_hidden[i];
}

/* A step of one sequence. */
static void advance(const lstm_params* p, const gates* of, const float* x, const float* hidden, float* cell,
                    float* y) {
  for (int32_t u = 0; u < p->cells; u += TILE) {
    const int32_t first = u + TILE <= p->cells ? u : p->cells - TILE;
    float sums[TILE][kNookLstmGates];
    for (int g = 0; g < kNookLstmGates; ++g) sum_gate(p, of, g, first, x, hidden, sums);
    for (int32_t i = u - first; i < TILE; ++i)
      y[first + i] = nook_lstm_step_f32(sums[i], p->cell_clip, cell + first + i);
  }
}

void nook_unidirectional_sequence_lstm_f32_fpu(NOOK_LSTM_ARGUMENTS(lstm_params, float, float, float, float)) {
  const gates of = {{w_input, w_forget, w_cell, w_output},
                    {r_input, r_forget, r_cell, r_output},
                    {b_input, b_forget, b_cell, b_output}};
  (void)scratch_memory;
  for (int32_t b = 0; b < p->batch; ++b, hidden += p->cells, cell += p->cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      float* const next = y + row * p->cells;
      advance(p, &of, x + row * p->in, hidden, cell, next);
      memcpy(hidden, next, (size_t)p->cells * sizeof *next);
    }
  }
}
