/* nine_job.h for RV32. The packed weights have, for each four channels, their weights, tap by tap (w[0][t] to
 * w[3][t]), and then {bias, multiplier, shift} of each for rescale_rv32.h. The bias includes the zero point
 * of the input. */
#ifndef NOOK_KERNELS_DEPTHWISE_RV32_NINE_RV32_H_
#define NOOK_KERNELS_DEPTHWISE_RV32_NINE_RV32_H_

#include "nook/kernels/depthwise/nine_job.h"

/* bytes of packed weights per four channels */
enum { NOOK_NINE_RV32_BYTES = 84 };

/* Sums wrap around, as in the reference. Four instructions per multiply-accumulate, and one to advance to the
 * next four channels. */
void nook_nine_rv32(const nook_nine_job* job);

#endif
