/* The sums of all gates of up to eight cells of a float LSTM with packed weights: four for each cell, in
 * the order in which they were packed (GATE_INPUT and others). The including file defines sum_pair(), see
 * dot_pair_f32.h. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_TILE_F32_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_TILE_F32_H_

#include "nook/kernels/dot/dot_pair_f32.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

enum { LSTM_TILE = 8 };
/* The order of the gates: three with a sigmoid, then one with the hyperbolic tangent. */
enum { GATE_INPUT, GATE_FORGET, GATE_OUTPUT, GATE_CANDIDATE };

/* `left`: cells from this tile on, at least two in the whole layer. Moves the job to the next tile, and
 * returns the sums of the first cell, in `memory`: a cell that is alone in its tile comes after the one
 * before it. */
static inline float* lstm_tile_sums(nook_dot_pair_f32* job, int32_t left, float* memory) {
  const int32_t cells = left > LSTM_TILE ? LSTM_TILE : left, least = cells < 2 ? 2 : cells;
  job->outputs = least * kNookLstmGates, job->y = memory;
  sum_pair(job);
  job->weights += nook_dot_pair_f32_floats(job);
  return memory + (least - cells) * kNookLstmGates;
}

#endif
