/* dot_job.h in portable C, two outputs at a time, without a 64-bit multiplication in the inner loop.
 *
 * The stream has {bias, multiplier, shift} of each output, with the zero point of the input folded into the
 * bias, and then the weights of each output, output by output. */
#ifndef NOOK_KERNELS_DOT_C99_DOT_TWO_REF_H_
#define NOOK_KERNELS_DOT_C99_DOT_TWO_REF_H_

#include "nook/kernels/dot/dot_job.h"

/* Three loads, two multiplications and two additions for two multiply-accumulates, and the loop. Sums wrap
 * around, as in the reference. */
void nook_dot_two_ref(const nook_dot_job* job);

#endif
