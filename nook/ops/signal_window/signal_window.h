/* SignalWindow: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_WINDOW_SIGNAL_WINDOW_H_
#define NOOK_OPS_SIGNAL_WINDOW_SIGNAL_WINDOW_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[r][i] = x[r][i] * window[i] / 2^shift, rounded down and clamped to int16 */
typedef struct nook_signal_window_s16 {
  int32_t rows, size; /* rows, and elements of a row */
  int32_t shift;      /* in [0, 31] */
} nook_signal_window_s16;

/* All tensors are dense; x and y may be the same memory. */
void nook_signal_window_s16_ref(const nook_signal_window_s16* p, const int16_t* x, const int16_t* window,
                                int16_t* y, void* scratch_memory);

NOOK_END_C

#endif
