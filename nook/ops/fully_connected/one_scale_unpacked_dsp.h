/* nook_one_scale_sixes_dsp(), but first unpacks all inputs, at most NOOK_ONE_SCALE_ON_STACK, to the stack. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_UNPACKED_DSP_H_
#define NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_UNPACKED_DSP_H_

#include "nook/ops/fully_connected/one_scale_dsp.h"

const int8_t* nook_one_scale_sixes_unpacked_dsp(const nook_one_scale_row* row, const int8_t* packed);

#endif
