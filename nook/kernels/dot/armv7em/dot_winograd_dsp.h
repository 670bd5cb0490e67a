/* Winograd's F(4, 3) along a row, in integers: four outputs of a filter row of three from six products where
 * there would be twelve. On cores with DSP instructions.
 *
 * With inputs d0 to d5 and weights g0 to g2 of a row and channel, 24 times each of four outputs is exactly
 *   24 o0 = m0 + m1 + m2 + m3 + m4          V0 = 4 d0 - 5 d2 + d4           U0 = 6 g0
 *   24 o1 = m1 - m2 + 2 m3 - 2 m4           V1 = -4 d1 - 4 d2 + d3 + d4     U1 = -4 (g0 + g1 + g2)
 *   24 o2 = m1 + m2 + 4 m3 + 4 m4           V2 = 4 d1 - 4 d2 - d3 + d4      U2 = -4 (g0 - g1 + g2)
 *   24 o3 = m1 - m2 + 8 m3 - 8 m4 + m5      V3 = -2 d1 - d2 + 2 d3 + d4     U3 = g0 + 2 g1 + 4 g2
 * where mi = Ui Vi,                         V4 = 2 d1 - d2 - 2 d3 + d4      U4 = g0 - 2 g1 + 4 g2
 *                                           V5 = 4 d1 - 5 d3 + d5           U5 = 24 g2
 * For bytes |V| <= 10 * 128 and |U| <= 24 * 128, so both are halfwords, as is what V is made of (at most
 * 5 * 128). Sums of products are taken modulo 2^32, which the combinations, made of additions and shifts,
 * leave as it is: they are right as long as 24 times an output is an int32. That, divided by 8, is three
 * times the output, and times the inverse of 3 modulo 2^32 the output.
 *
 * Two tiles (of four pixels) and four outputs are made at a time. The stream (pack_winograd.h makes it) has
 * for each four outputs: for each of the six i, row of the filter and two channels the Ui of the four
 * outputs, a word each (channels 0 2, 1 3, 4 6, ...); then {twice the bias, multiplier, power} of each. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_WINOGRAD_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_WINOGRAD_DSP_H_

#include <stdint.h>

/* What the code is made for. */
#define NOOK_WINOGRAD_CHANNELS 16

/* Words of each of the six parts of V, [rows][channels / 2][tile], of both tiles. */
#define NOOK_WINOGRAD_PART (3 * NOOK_WINOGRAD_CHANNELS)
/* Bytes of the stream for four outputs. */
#define NOOK_WINOGRAD_FOUR (6 * NOOK_WINOGRAD_PART * 8 + 48)

/* Sums of the six products: to[i][tile][output]. Returns where the stream goes on. 17 cycles for two channels
 * and 16 products, which are half as many as the multiply-accumulates; no loop but that over the six. */
const int32_t* nook_dot_winograd_dsp(const uint32_t* v, const int32_t* stream, int32_t* to);

#endif
