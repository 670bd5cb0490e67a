/* nook_dot_k16_dsp() and nook_dot_k16_relu_dsp() ("once") for a given number of words, without the clamp to
 * the job's limits. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_K16_WORDS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_K16_WORDS_DSP_H_

#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"

void nook_dot_k16_two_words_dsp(nook_dot_k16* job);
void nook_dot_k16_three_words_dsp(nook_dot_k16* job);
void nook_dot_k16_four_words_dsp(nook_dot_k16* job);
void nook_dot_k16_two_words_once_dsp(nook_dot_k16* job);
void nook_dot_k16_three_words_once_dsp(nook_dot_k16* job);
void nook_dot_k16_four_words_once_dsp(nook_dot_k16* job);

#endif
