/* Kernels of one tap, two pixels and four outputs at a time, the same four of all pixels. What includes this
 * defines the functions that are declared here. */
#ifndef NOOK_OPS_CONV2D_PIXELS_BY_TWO_FPU_H_
#define NOOK_OPS_CONV2D_PIXELS_BY_TWO_FPU_H_

#include "nook/ops/conv2d/by_two_fpu.h"
#include "nook/ops/conv2d/each_pixel.h"
#include "nook/ops/shared/bytes_dsp.h"

/* The stream behind its head, and what makes the pixels of a job. */
static inline const int8_t* behind_head(const int8_t* w);
static inline void make_tiles(const nook_dot_2x4_fpu* job);

static __attribute__((noinline)) void make_by_two(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  nook_by_two all;
  all.p = p, all.x = x, all.y = y, all.pixels = pixels, all.job.stream = behind_head(w);
  while (nook_by_two_next(&all)) make_tiles(&all.job);
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

#endif
