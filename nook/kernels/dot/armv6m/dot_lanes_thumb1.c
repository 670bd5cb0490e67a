#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"

#include "nook/kernels/asm/clamp_bytes.h"
#include "nook/kernels/dot/armv6m/dot_lanes_pixels_thumb1.h"

const void* nook_dot_lanes_thumb1(const nook_lanes_job* job) {
  const int32_t fours = job->x_bytes / (4 * NOOK_LANES_TOGETHER);
  nook_lanes_put_sums_thumb1(job->x - fours, job->x, job->x + fours * NOOK_LANES_TOGETHER);
  const void* const end = nook_dot_lanes_pixels_thumb1(job);
  if (job->to) return end;
  nook_clamp_bytes(job->y0, job->outputs, job->low, job->high);
  nook_clamp_bytes(job->y1, job->outputs, job->low, job->high);
  return end;
}
