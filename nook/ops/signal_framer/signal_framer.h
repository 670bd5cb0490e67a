/* SignalFramer: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_FRAMER_SIGNAL_FRAMER_H_
#define NOOK_OPS_SIGNAL_FRAMER_SIGNAL_FRAMER_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[r][f] = the `size` samples that begin `lag` samples before sample step * f of x[r], over all calls */
typedef struct nook_signal_framer_s16 {
  int32_t rows, frames; /* of each row */
  int32_t size, step;   /* samples; size >= step */
  int32_t lag;          /* samples that are kept; at least size - step */
  int32_t wait;         /* steps before the first frame is there; 0: zeros come before the first sample */
} nook_signal_framer_s16;

/* All dense. *valid: 0 where a frame is not there yet; such frames are zeros. state: an int32_t, the steps
 * that were made, up to `wait`; rows * lag samples. */
void nook_signal_framer_s16_ref(const nook_signal_framer_s16* p, const int16_t* x, int16_t* y, uint8_t* valid,
                                void* state, void* scratch_memory);

NOOK_END_C

#endif
