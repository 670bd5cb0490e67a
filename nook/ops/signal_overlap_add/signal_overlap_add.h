/* SignalOverlapAdd: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_OVERLAP_ADD_SIGNAL_OVERLAP_ADD_H_
#define NOOK_OPS_SIGNAL_OVERLAP_ADD_SIGNAL_OVERLAP_ADD_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* Adds up frames x[r][f], each of which begins `step` samples after the previous one, over all calls; y: the
 * next step * frames samples of each sum. */
typedef struct nook_signal_overlap_add {
  int32_t rows, frames; /* rows, and frames of each row */
  int32_t size, step;   /* samples; size >= step */
} nook_signal_overlap_add;

/* All tensors are dense. Each addition saturates to int16. state: rows * size sums. */
void nook_signal_overlap_add_s16_ref(const nook_signal_overlap_add* p, const int16_t* x, int16_t* y,
                                     void* state, void* scratch_memory);
void nook_signal_overlap_add_f32_ref(const nook_signal_overlap_add* p, const float* x, float* y, void* state,
                                     void* scratch_memory);

NOOK_END_C

#endif
