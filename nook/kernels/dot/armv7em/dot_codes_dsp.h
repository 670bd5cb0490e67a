/* Sums of products of bytes and codes of 1, 2, 4 or 8 bits, for two rows of codes at once, on cores with DSP
 * instructions. A word has 32 / bits codes in four bytes: four successive ones are at the same place of each
 * byte, the first four in the lowest bits. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_CODES_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_CODES_DSP_H_

#include <stdint.h>

/* x: `depth` bytes. sums: of their products with the codes from a, and from b on. Instructions for eight
 * products: 11 with codes of 8 bits, else 13; for two words of codes 4 more. */
void nook_dot_codes_1_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums);
void nook_dot_codes_2_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums);
void nook_dot_codes_4_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums);
void nook_dot_codes_8_dsp(const int8_t* x, int32_t depth, const uint32_t* a, const uint32_t* b,
                          int32_t* sums);

/* The sum of the bytes. */
int32_t nook_sum_bytes_dsp(const int8_t* x, int32_t depth);

#endif
