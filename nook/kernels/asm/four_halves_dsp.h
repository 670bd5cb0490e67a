/* Pools of int16 on cores with DSP instructions, four channels at once: two words of each pixel. */
#ifndef NOOK_KERNELS_ASM_FOUR_HALVES_DSP_H_
#define NOOK_KERNELS_ASM_FOUR_HALVES_DSP_H_

#include "nook/kernels/asm/halves_dsp.h"

/* The distance of the second word from the first, in elements. With fewer than four channels, and at least
 * two, the words overlap. */
static inline int32_t nook_second_halves(int32_t channels) { return channels < 4 ? channels - 2 : 2; }

/* The start of the next four channels after `c`. The last four may overlap the previous ones. */
static inline int32_t nook_last_four(int32_t channels) { return channels < 4 ? 0 : channels - 4; }
static inline int32_t nook_next_four(int32_t c, int32_t last) { return c + 4 < last ? c + 4 : last; }

#endif
