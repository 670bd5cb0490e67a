/* dw_3x3_job.h for RV32. The packed weights have, for each four channels, their weights, tap by tap (w[0][t]
 * to w[3][t]), and then {bias, multiplier, shift} of each for rescale_twice.h. The bias includes the zero
 * point of the input. */
#ifndef NOOK_KERNELS_DEPTHWISE_RV32_DW_3X3_RV32_H_
#define NOOK_KERNELS_DEPTHWISE_RV32_DW_3X3_RV32_H_

#include "nook/kernels/depthwise/dw_3x3_job.h"

/* bytes of packed weights per four channels */
enum { NOOK_DW_3X3_RV32_BYTES = 84 };

/* Sums wrap around, as in the reference. Four instructions per multiply-accumulate, and one to advance to the
 * next four channels. */
void nook_dw_3x3_rv32(const nook_dw_3x3_job* job);

#endif
