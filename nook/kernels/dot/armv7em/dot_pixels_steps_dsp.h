/* The code for segments of nook_dot_pixels_dsp(): nook_pixels_begin_dsp() calls the first function of the
 * job's list, each jumps to the next, and the last returns. Only assembly calls them. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_PIXELS_STEPS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_PIXELS_STEPS_DSP_H_

#include "nook/kernels/dot/armv7em/dot_pixels_dsp.h"

/* For at least two outputs. */
void nook_pixels_begin_dsp(const nook_dot_list* job, int two);

/* Inputs at a multiple of 4; a segment enters at one of the blocks (offsets.h). */
void nook_pixels_words_of_two_dsp(void);
void nook_pixels_words_of_one_dsp(void);
/* Inputs at any address. */
void nook_pixels_halfwords_of_one_dsp(void);
void nook_pixels_no_inputs_dsp(void);
/* Compute outputs from sums of 32 or 64 bits. */
void nook_pixels_end_of_one_64_dsp(void);
void nook_pixels_end_of_one_32_dsp(void);
void nook_pixels_end_of_two_64_dsp(void);
void nook_pixels_end_of_two_32_dsp(void);

#endif
