/* nook_one_scale_sixes_dsp(), but first unpacks all inputs, at most NOOK_ONE_SCALE_ON_STACK, to the stack. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_ONE_SCALE_UNPACKED_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_ONE_SCALE_UNPACKED_DSP_H_

#include "nook/kernels/dot/armv7em/one_scale_dsp.h"

const int8_t* nook_one_scale_sixes_unpacked_dsp(const nook_one_scale_row* row, const int8_t* packed);

#endif
