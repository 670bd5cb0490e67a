/* SignalStacker: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SIGNAL_STACKER_SIGNAL_STACKER_H_
#define NOOK_OPS_SIGNAL_STACKER_SIGNAL_STACKER_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y: the last left + 1 + right frames, of `channels` each, every `step` runs */
typedef struct nook_signal_stacker_s16 {
  int32_t channels;
  int32_t frames; /* frames of y */
  int32_t first;  /* number of frames for which the first one counts: itself and the frames to its left */
  int32_t step;   /* at most `frames` */
} nook_signal_stacker_s16;

/* valid: 0 if y is unchanged; it is the previous result then, initially zeros. state: two int32_t, whether
 * there was a first frame, and the number of frames kept; then these frames and the last result, frames *
 * channels numbers each. */
void nook_signal_stacker_s16_ref(const nook_signal_stacker_s16* p, const int16_t* x, int16_t* y,
                                 uint8_t* valid, void* state, void* scratch_memory);

NOOK_END_C

#endif
