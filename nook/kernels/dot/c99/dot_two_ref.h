/* dot_job.h in portable C, two outputs at once, without a 64-bit multiplication in the inner loop.
 *
 * The packed weights have {bias, multiplier, shift} of each output, where the bias includes the zero point of
 * the input, and then the weights, output by output. */
#ifndef NOOK_KERNELS_DOT_C99_DOT_TWO_REF_H_
#define NOOK_KERNELS_DOT_C99_DOT_TWO_REF_H_

#include "nook/kernels/dot/dot_job.h"

/* Three loads, two multiplications and two additions for two multiply-accumulates, plus the loop. Sums wrap
 * around, as in the reference. */
void nook_dot_two_ref(const nook_dot_job* job);

#endif
