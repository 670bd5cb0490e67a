#include "nook/kernels/depthwise/armv6m/dw_3x3_thumb1.h"

#include "nook/kernels/asm/clamp_bytes.h"
#include "nook/kernels/depthwise/armv6m/dw_3x3_pixel_thumb1.h"

void nook_dw_3x3_thumb1(nook_dw_3x3_job* job) {
  int8_t* const first = job->y;
  for (int32_t n = job->pixels; n > 0; --n, job->x += job->step, job->y += job->channels)
    nook_dw_3x3_pixel_thumb1(job);
  nook_clamp_bytes(first, job->pixels * job->channels, job->low, job->high);
}
