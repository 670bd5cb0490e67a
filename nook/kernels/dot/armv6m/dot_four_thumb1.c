#include "nook/kernels/dot/armv6m/dot_four_thumb1.h"

#include "nook/kernels/asm/clamp_bytes.h"
#include "nook/kernels/dot/armv6m/dot_four_pixel_thumb1.h"

void nook_dot_four_thumb1(nook_dot_segments* job) {
  int8_t* const first = job->y;
  for (int32_t n = job->pixels; n > 0; --n, job->x += job->step, job->y += job->outputs)
    nook_dot_four_pixel_thumb1(job);
  nook_clamp_bytes(first, job->pixels * job->outputs, job->low, job->high);
}
