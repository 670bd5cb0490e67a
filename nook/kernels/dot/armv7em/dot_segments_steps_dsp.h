/* The code for segments of nook_dot_segments_dsp(): nook_segments_begin_dsp() calls the first function of the
 * job's list, each jumps to the next, and the last returns. Only assembly calls them. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_SEGMENTS_STEPS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_SEGMENTS_STEPS_DSP_H_

#include "nook/kernels/dot/armv7em/dot_segments_dsp.h"

/* For at least four outputs. */
void nook_segments_begin_dsp(const nook_dot_list* job);

/* Inputs at a multiple of 4; a segment enters at one of the blocks (offsets.h). */
void nook_segments_words_dsp(void);
/* Inputs at any address. */
void nook_segments_halfwords_dsp(void);
/* Compute four outputs from sums of 32 or 64 bits. */
void nook_segments_end_64_dsp(void);
void nook_segments_end_32_dsp(void);

#endif
