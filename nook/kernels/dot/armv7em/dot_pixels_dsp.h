/* Dot products of one or two int16 pixels with packed int8 weights, on cores with DSP instructions
 * (pack_s16.h). A window consists of segments, which are read in place. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_PIXELS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_PIXELS_DSP_H_

#include "nook/kernels/dot/armv7em/dot_list.h"

/* `size` inputs, > 0 and a multiple of four, of one pixel, or of two pixels with a stride of `step` bytes.
 * Both start at a multiple of 4, and so must the stride. */
nook_segment nook_segment_of_one_dsp(const int16_t* x, int32_t size);
nook_segment nook_segment_of_two_dsp(const int16_t* x, int32_t size, int32_t step);
/* Skips this many inputs of the filter, which are outside the image. */
nook_segment nook_no_inputs_dsp(int32_t size);
/* The end of a list; rescales sums of this width. */
nook_segment nook_end_of_inputs_dsp(int two, int sums_of_32);

/* `two`: the list has the inputs of two pixels. */
void nook_dot_pixels_dsp(const nook_dot_list* job, int two);

#endif
