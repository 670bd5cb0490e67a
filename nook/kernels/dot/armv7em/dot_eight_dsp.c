#include "nook/kernels/dot/armv7em/dot_eight_dsp.h"

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_eight_unclamped_dsp.h"

void nook_dot_eight_dsp(const nook_dot_job* job) {
  nook_dot_eight_unclamped_dsp(job);
  if (job->low > -128 || job->high < 127)
    nook_clamp_bytes_dsp(job->y, job->pixels * job->outputs, job->low, job->high);
}
