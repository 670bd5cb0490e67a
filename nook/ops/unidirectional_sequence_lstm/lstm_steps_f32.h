/* float32 UNIDIRECTIONAL_SEQUENCE_LSTM with packed weights, four steps at a time: the sums of x of four steps
 * need each weight once. The including file defines sum_pair(), which computes the job of dot_pair_f32.h, and
 * sum_pixels(), which computes the job of pixels_f32.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_F32_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_F32_H_

#include "nook/kernels/dot/pixels_f32.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_packed_f32.h"

/* A step of all cells. `recurrent`: the weights of the hidden state; `of_x`: the sums of x, may change;
 * `room`: the rest of the scratch. */
typedef void lstm_step(const lstm_params* p, const float* recurrent, float* of_x, float* room,
                       const float* hidden, float* cell, float* y);

/* The packed weights of the hidden state, which follow the weights of x. */
static inline const float* lstm_recurrent_weights(const lstm_params* p, const float* packed) {
  return packed + p->cells * kNookLstmGates * (p->in + 1);
}

/* Rows of x are contiguous from step to step. `recurrent`: the weights of the hidden state. */
static inline __attribute__((always_inline)) void lstm_in_steps(const lstm_params* p, const float* x,
                                                                const float* packed, const float* recurrent,
                                                                float* hidden, float* cell, float* y,
                                                                float* sums, lstm_step* step) {
  const int32_t cells = p->cells, outputs = cells * kNookLstmGates;
  const nook_float_bits infinite = {.bits = 0x7F800000u}; /* sums are not clamped */
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    const float* seen = hidden; /* the hidden state before the step */
    for (int32_t t = 0; t < p->steps; t += NOOK_LSTM_STEPS) {
      const int32_t left = p->steps - t, steps = left > NOOK_LSTM_STEPS ? NOOK_LSTM_STEPS : left;
      const nook_pixels_f32 job = {x,       packed,           sums,           steps, p->in, p->in,
                                   outputs, -infinite.number, infinite.number};
      sum_pixels(&job);
      x += steps * p->in;
      for (int32_t s = 0; s < steps; ++s, seen = y, y += cells)
        step(p, recurrent, sums + s * outputs, sums + NOOK_LSTM_STEPS * outputs, seen, cell, y);
    }
    memcpy(hidden, seen, (size_t)cells * sizeof *seen);
  }
}

#endif
