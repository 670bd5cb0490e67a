/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM with packed weights: eight cells at a time.
 * The including file defines sum_pair(), which computes the job of dot_pair_f32.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_PACKED_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_PACKED_H_

#include <string.h>

#include "nook/ops/unidirectional_sequence_lstm/lstm_float.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_tile_f32.h"

typedef nook_unidirectional_sequence_lstm_f32 lstm_params;

/* Functions of several numbers at a time keep the constants of their polynomials in registers. */
static void make_sigmoids(float* sums, int32_t cells) {
  for (; cells > 0; --cells, sums += kNookLstmGates)
    for (int g = GATE_INPUT; g <= GATE_OUTPUT; ++g) sums[g] = nook_lstm_sigmoid_f32(sums[g]);
}
static void make_tangents(float* x, int32_t step, int32_t count) {
  for (; count > 0; --count, x += step) *x = nook_inline_tanh_f32(*x);
}

/* Updates the cells from the sums of their gates, as nook_lstm_step_f32() does. */
static void advance(float* sums, int32_t cells, float clip, float* cell, float* y) {
  make_sigmoids(sums, cells);
  make_tangents(sums + GATE_CANDIDATE, kNookLstmGates, cells);
  for (int32_t u = 0; u < cells; ++u) {
    const float* const of = sums + u * kNookLstmGates;
    float next = of[GATE_FORGET] * cell[u] + of[GATE_INPUT] * of[GATE_CANDIDATE];
    if (clip > 0) next = nook_clamp_f32(next, -clip, clip);
    cell[u] = y[u] = next;
  }
  make_tangents(y, 1, cells);
  for (int32_t u = 0; u < cells; ++u) y[u] *= sums[u * kNookLstmGates + GATE_OUTPUT];
}

/* Advances some cells from the first one on, as advance() does, and returns how many. May change their sums.
 */
typedef int32_t advance_some(float* sums, int32_t cells, float clip, float* cell, float* y);

/* `first`: computes the cells of a tile that it can; advance() computes the others. */
static inline __attribute__((always_inline)) void lstm_with_packed(const lstm_params* p, const float* x,
                                                                   const float* packed, float* hidden,
                                                                   float* cell, float* y,
                                                                   advance_some* first) {
  const int32_t cells = p->cells;
  float sums[LSTM_TILE * kNookLstmGates];
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = nook_lstm_row(p->time_major, p->batch, p->steps, b, t);
      float* const next = y + row * cells;
      nook_dot_pair_f32 job = {packed, 0, x + row * p->in, p->in, hidden, cells, sums};
      for (int32_t u = 0; u < cells; u += LSTM_TILE) {
        const int32_t left = cells - u, count = left > LSTM_TILE ? LSTM_TILE : left;
        float* const of_tile = lstm_tile_sums(&job, left, sums);
        const int32_t done = first(of_tile, count, p->cell_clip, cell + u, next + u);
        advance(of_tile + done * kNookLstmGates, count - done, p->cell_clip, cell + u + done,
                next + u + done);
      }
      memcpy(hidden, next, (size_t)cells * sizeof *next);
    }
  }
}

#endif
