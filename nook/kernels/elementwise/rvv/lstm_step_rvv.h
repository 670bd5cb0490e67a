/* A step of an LSTM of int8 on cores with vectors, across cells: as many at once as a vector has lanes, 32 if
 * VLEN is 128.
 *
 * The packed weights have, for each gate, two matrices, for x and for the hidden state. A matrix has
 * the bias of each cell, which includes the zero point of the input; for each input the weights of all cells;
 * and zeros up to a multiple of 4. */
#ifndef NOOK_KERNELS_ELEMENTWISE_RVV_LSTM_STEP_RVV_H_
#define NOOK_KERNELS_ELEMENTWISE_RVV_LSTM_STEP_RVV_H_

#include <stdint.h>

#include "nook/kernels/asm/offsets.h"

/* multiplier * 2^-(31 + right), right in [0, 30]. */
typedef struct nook_lstm_scale_rvv {
  int32_t multiplier, right;
} nook_lstm_scale_rvv;

/* unidirectional_sequence_lstm.h describes the numbers. */
typedef struct nook_lstm_step_rvv {
  const int8_t *x, *hidden;
  int16_t* cell; /* at a multiple of 2 */
  int8_t* y;     /* not hidden */
  const void* weights;
  int32_t in, cells;
  nook_lstm_scale_rvv gates[8]; /* one for each matrix, in their order */
  nook_lstm_scale_rvv keep, add, out;
  int32_t tanh_multiplier, tanh_right;
  int32_t low, high; /* the range of a cell */
  int32_t hidden_zero;
  const uint16_t* table; /* nook_sigmoid_table */
} nook_lstm_step_rvv;

#include "nook/kernels/elementwise/rvv/lstm_step_rvv_offsets.inc"

/* Updates `cell` and writes y. */
void nook_lstm_next_rvv(const nook_lstm_step_rvv* job);

#endif
