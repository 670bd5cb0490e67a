/* Fused activations of convolutions on cores with DSP instructions. */
#ifndef NOOK_KERNELS_WINDOW_ARMV7EM_CLAMP_DSP_H_
#define NOOK_KERNELS_WINDOW_ARMV7EM_CLAMP_DSP_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/window/window.h"

/* Clamps the outputs of adjacent pixels, unless the activation has the whole range of int8. */
static inline void clamp_pixels(const nook_window_s8* p, int8_t* y, int32_t pixels) {
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

#endif
