/* nook_dot_eight_dsp() without the clamp to the job's limits. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_EIGHT_UNCLAMPED_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_EIGHT_UNCLAMPED_DSP_H_

#include "nook/kernels/dot/dot_job.h"

void nook_dot_eight_unclamped_dsp(const nook_dot_job* job);

#endif
