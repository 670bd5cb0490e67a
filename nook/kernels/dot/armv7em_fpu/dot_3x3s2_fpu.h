/* Dot products on cores with DSP instructions and an FPU: 3 by 3 taps of one channel with a stride of 2, two
 * pixels of a row at a time, for layers with a fused RELU. As in dot_3x3s2_dsp.h, but all that four outputs
 * need stays in registers of the FPU for all parts of a row.
 *
 * The stream (pack_products.h) has 7 words for an output. With w(row, column): what its sum begins with;
 * w(0, 0) w(1, 0); w(0, 1) w(1, 1); w(0, 2) w(1, 2); w(2, 0) w(2, 2); w(2, 1) and 0; the multiplier. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X3S2_FPU_H_
#define NOOK_KERNELS_DOT_ARMV7EM_FPU_DOT_3X3S2_FPU_H_

#include "nook/kernels/dot/row_parts.h"

/* An output of two pixels takes 22 instructions (10 multiply), two pixels 22 for each four outputs. Reads
 * five columns of each row for two pixels, one or two. The caller clamps. */
void nook_dot_3x3s2_fpu(const nook_row_parts* job);

#endif
