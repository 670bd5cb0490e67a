/* Dot products on cores with DSP instructions and an FPU: 3x3 taps of one channel with a stride of 2, two
 * pixels of a row at once, for layers with a fused RELU. Like dot_3x3s2_dsp.h, but all data of four outputs
 * stays in FPU registers for all parts of a row.
 *
 * The packed weights (pack_products.h) have 7 words per output. With w(row, column): the initial sum; w(0, 0)
 * w(1, 0); w(0, 1) w(1, 1); w(0, 2) w(1, 2); w(2, 0) w(2, 2); w(2, 1) and 0; the multiplier. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X3S2_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X3S2_FPU_H_

#include "nook/kernels/dot/row_parts.h"

/* An output of two pixels takes 22 instructions (10 multiply), two pixels 22 per four outputs. Reads five
 * columns of each row per two pixels, even for a single pixel. The caller clamps. */
void nook_dot_3x3s2_fpu(const nook_row_parts* job);

#endif
