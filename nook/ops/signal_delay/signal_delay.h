/* SignalDelay: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_DELAY_SIGNAL_DELAY_H_
#define NOOK_OPS_SIGNAL_DELAY_SIGNAL_DELAY_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[r][i] = x[r][i - delay], over all calls; 0 before the first */
typedef struct nook_signal_delay_s16 {
  int32_t rows, size; /* rows, and elements of a row */
  int32_t delay;
} nook_signal_delay_s16;

/* All tensors are dense. state: rows * delay samples. */
void nook_signal_delay_s16_ref(const nook_signal_delay_s16* p, const int16_t* x, int16_t* y, void* state,
                               void* scratch_memory);

NOOK_END_C

#endif
