/* SignalFramer: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_FRAMER_SIGNAL_FRAMER_H_
#define NOOK_OPS_SIGNAL_FRAMER_SIGNAL_FRAMER_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[r][f] = the `size` samples that begin `lag` samples before sample step * f of x[r], over all calls */
typedef struct nook_signal_framer_s16 {
  int32_t rows, frames; /* rows, and frames of each row */
  int32_t size, step;   /* samples; size >= step */
  int32_t lag;          /* samples that are kept between calls; at least size - step */
  int32_t wait;         /* steps before the first frame is complete; 0: zeros precede the first sample */
} nook_signal_framer_s16;

/* All tensors are dense. *valid: 0 if a frame is not complete yet; such frames are zeros. state: an int32_t,
 * the number of steps so far, up to `wait`; then rows * lag samples. */
void nook_signal_framer_s16_ref(const nook_signal_framer_s16* p, const int16_t* x, int16_t* y, uint8_t* valid,
                                void* state, void* scratch_memory);

NOOK_END_C

#endif
