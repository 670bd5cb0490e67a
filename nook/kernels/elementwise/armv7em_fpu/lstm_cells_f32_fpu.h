/* The cells of a float32 LSTM on cores with an FPU, four functions at a time. In assembly, because compilers
 * keep neither the constants of the polynomials nor four elements in registers. Results have the bytes of
 * nook_lstm_step_f32(). */
#ifndef NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_LSTM_CELLS_F32_FPU_H_
#define NOOK_KERNELS_ELEMENTWISE_ARMV7EM_FPU_LSTM_CELLS_F32_FPU_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/kernels/asm/offsets.h"

NOOK_BEGIN_C

/* Assembly code depends on the offsets of these fields. */
typedef struct nook_lstm_cells_f32 {
  const float* sums; /* four for each cell: input, forget, output and candidate gate */
  float* cell;       /* is updated */
  float* gate;       /* the output gate of each cell: sums or before it, or disjoint from sums */
  int32_t left;      /* > 0: cells */
  float clip;        /* cells are clipped to [-clip, clip]; infinite: they are not */
} nook_lstm_cells_f32;

#include "nook/kernels/elementwise/armv7em_fpu/lstm_cells_f32_fpu_offsets.inc"

/* Updates cells and advances the job. Stops before a cell of which a sum is not from -9 to 9. */
void nook_lstm_cells_f32_fpu(nook_lstm_cells_f32* job);

/* y = tanh(cell) * gate of `count` cells, at least four, the last four of which overlap those before them. */
void nook_lstm_hidden_f32_fpu(const float* cell, const float* gate, int32_t count, float* y);

NOOK_END_C

#endif
