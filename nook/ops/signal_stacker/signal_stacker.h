/* SignalStacker: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_STACKER_SIGNAL_STACKER_H_
#define NOOK_OPS_SIGNAL_STACKER_SIGNAL_STACKER_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y: the last left + 1 + right frames, of `channels` each, every `step` runs */
typedef struct nook_signal_stacker_s16 {
  int32_t channels;
  int32_t frames; /* of y */
  int32_t first;  /* frames that the first one counts as: it and those to the left of it */
  int32_t step;   /* at most `frames` */
} nook_signal_stacker_s16;

/* *valid: 0 where y is none yet; it is the one before then, zeros at first. state: an int32_t, whether there
 * was a first frame, and one, the frames that are kept; these and the last result, frames * channels numbers
 * each. */
void nook_signal_stacker_s16_ref(const nook_signal_stacker_s16* p, const int16_t* x, int16_t* y,
                                 uint8_t* valid, void* state, void* scratch_memory);

NOOK_END_C

#endif
