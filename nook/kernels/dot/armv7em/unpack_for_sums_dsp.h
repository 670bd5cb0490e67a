/* Unpacks inputs for four_sums_dsp.h. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_UNPACK_FOR_SUMS_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_UNPACK_FOR_SUMS_DSP_H_

#include <stdint.h>

/* Words for `size` inputs. */
static inline int32_t nook_four_sums_words(int32_t size) { return (size + 3) / 4 * 2; }

/* Unpacks `size` bytes to halfwords in the order 0, 2, 1, 3 of each four, padded with zeros. */
void nook_unpack_for_sums_dsp(const int8_t* x, int32_t size, uint32_t* words);
/* Likewise for int16, in the same order. */
void nook_unpack_s16_for_sums_dsp(const int16_t* x, int32_t size, uint32_t* words);

#endif
