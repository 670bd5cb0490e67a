/* Winograd's F(4, 3) along a row, in integers: four outputs of a filter row of three with six products
 * instead of twelve. On cores with DSP instructions.
 *
 * With inputs d0 to d5 and weights g0 to g2 of a row and channel, 24 times each of four outputs is exactly
 *   24 o0 = m0 + m1 + m2 + m3 + m4          V0 = 4 d0 - 5 d2 + d4           U0 = 6 g0
 *   24 o1 = m1 - m2 + 2 m3 - 2 m4           V1 = -4 d1 - 4 d2 + d3 + d4     U1 = -4 (g0 + g1 + g2)
 *   24 o2 = m1 + m2 + 4 m3 + 4 m4           V2 = 4 d1 - 4 d2 - d3 + d4      U2 = -4 (g0 - g1 + g2)
 *   24 o3 = m1 - m2 + 8 m3 - 8 m4 + m5      V3 = -2 d1 - d2 + 2 d3 + d4     U3 = g0 + 2 g1 + 4 g2
 * where mi = Ui Vi,                         V4 = 2 d1 - d2 - 2 d3 + d4      U4 = g0 - 2 g1 + 4 g2
 *                                           V5 = 4 d1 - 5 d3 + d5           U5 = 24 g2
 * For bytes |V| <= 10 * 128 and |U| <= 24 * 128, so both fit halfwords, as do the intermediate results of V
 * (at most 5 * 128). Sums of products are computed modulo 2^32. The combinations consist of additions and
 * shifts, so they are exact modulo 2^32, and correct if 24 times an output fits an int32. Dividing that by 8
 * gives three times the output, and multiplying by the inverse of 3 modulo 2^32 gives the output.
 *
 * The kernel computes two tiles (of four pixels) and four outputs at once. The packed weights
 * (pack_winograd.h) have, for each four outputs: for each of the six i, each row of the filter and each two
 * channels (0 2, 1 3, 4 6, ...), the Ui of the four outputs, one word per output; then {twice the bias,
 * multiplier, power} of each. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_WINOGRAD_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_WINOGRAD_DSP_H_

#include <stdint.h>

/* the number of channels that the code supports */
enum { NOOK_WINOGRAD_CHANNELS = 16 };

/* Words of each of the six parts of V, [rows][channels / 2][tile], for both tiles. */
enum { NOOK_WINOGRAD_PART = 3 * NOOK_WINOGRAD_CHANNELS };
/* Bytes of packed weights per four outputs. */
enum { NOOK_WINOGRAD_FOUR = 6 * NOOK_WINOGRAD_PART * 8 + 48 };

/* Computes sums of the six products: to[i][tile][output]. Returns the next packed weights. 17 cycles for two
 * channels and 16 products, half as many as the multiply-accumulates; the only loop is over the six products.
 */
const int32_t* nook_dot_winograd_dsp(const uint32_t* v, const int32_t* packed, int32_t* to);

#endif
