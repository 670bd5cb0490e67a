/* The whole words of codes of dot_codes_dsp.h. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_CODES_WORDS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_CODES_WORDS_DSP_H_

#include <stdint.h>

/* The inputs from x to x_end, as many as some words have codes, > 0. */
typedef void nook_codes_words(const int8_t* x, const int8_t* x_end, const uint32_t* a, const uint32_t* b,
                              int32_t* sums);
nook_codes_words nook_codes_words_1_dsp, nook_codes_words_2_dsp, nook_codes_words_4_dsp,
    nook_codes_words_8_dsp;

#endif
