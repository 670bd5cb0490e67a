/* Dot products of int16 inputs and packed int8 weights, on cores with DSP instructions (pack_s16.h). The
 * inputs of a pixel are segments, which are read in place. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_SEGMENTS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_SEGMENTS_DSP_H_

#include "nook/kernels/dot/armv7em/dot_list.h"

/* `size` inputs, > 0 and a multiple of four. */
nook_segment nook_segment_dsp(const int16_t* x, int32_t size);
/* The end of a list; rescales sums of this width. */
nook_segment nook_end_of_segments_dsp(int sums_of_32);

void nook_dot_segments_dsp(const nook_dot_list* job);

#endif
