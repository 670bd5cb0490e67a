/* Winograd's F(2, 3) along a row, in integers: two outputs of a filter row of three with four products
 * instead of six. F(4, 3) (dot_winograd_dsp.h) saves more, but here a weight takes 2 bytes instead of 4. On
 * cores with DSP instructions.
 *
 * With inputs d0 to d3 and weights g0 to g2 of a row and channel, twice each of two outputs is exactly
 *   2 o0 = 2 m0 + m1 + m2        V0 = d0 - d2     U0 = g0
 *   2 o1 = 2 m3 + m1 - m2        V1 = d1 + d2     U1 = g0 + g1 + g2
 * where mi = Ui Vi,              V2 = d2 - d1     U2 = g0 - g1 + g2
 *                                V3 = d3 - d1     U3 = g2
 * For bytes |V| <= 256, and U0 and U3 are bytes: two outputs share a halfword as in dot_eight_dsp.h. Their
 * sums stay below 2^23, because there are 96 products of at most 255 * 128. U1 and U2 are halfwords.
 *
 * The kernel computes four pixels in two tiles, and four outputs, at once. The packed weights
 * (pack_winograd.h) have, for each four outputs, the weights of V0, of V3, of V1 and of V2, each for every
 * row of the filter and each two channels (0 2, 1 3, 4 6, ...): two words for V0 and V3, four words (one per
 * output) for V1 and V2. Then {twice the bias, multiplier, power} of each output. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_WINOGRAD_F23_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_WINOGRAD_F23_DSP_H_

#include <stdint.h>

/* the number of channels that the code supports */
enum { NOOK_F23_CHANNELS = 32 };

/* Words of each of the four parts of V, [rows][channels / 2][tile], for both tiles. The order of the parts is
 * V0, V3, V1, V2. */
enum { NOOK_F23_PART = 3 * NOOK_F23_CHANNELS };
/* Bytes of packed weights per four outputs. */
enum { NOOK_F23_FOUR = 2 * NOOK_F23_PART * 4 + 2 * NOOK_F23_PART * 8 + 48 };

/* to[part][tile][output]: twice the sum of the products with V0, and with V3; the sums of the products with
 * V1, and with V2. Returns the next packed weights. 16 cycles for two channels and 16 products of the first
 * two parts, 17 for the others; the products are two thirds of the multiply-accumulates. */
const int32_t* nook_dot_winograd_f23_dsp(const uint32_t* v, const int32_t* packed, int32_t* to);

#endif
