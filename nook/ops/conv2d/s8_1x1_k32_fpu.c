/* One tap of 32 channels: three pixels and four outputs at once, four outputs of all pixels before the next
 * four. */
#include <string.h>

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_3x4_k32_fpu.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_pixel.h"

/* Pixels that are copied if outputs are written over them; at least three follow. */
#define NOOK_ROOM 12

static __attribute__((noinline)) void make_threes(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  const int32_t size = NOOK_3X4_K32_INPUTS, stride = p->out_c;
  int8_t room[NOOK_ROOM * NOOK_3X4_K32_INPUTS];
  nook_dot_3x4_k32 job;
  job.packed = w, job.second = stride, job.third = 2 * stride, job.step = 3 * stride;
  for (int32_t next = 0, some; next < pixels; next += some) {
    job.x = x + next * size, job.y = y + next * stride, job.end = job.y + stride - 4;
    some = pixels - next;
    if (job.x + some * size > job.y && job.y + some * stride > job.x) {
      if (some > NOOK_ROOM) some = some < NOOK_ROOM + 3 ? NOOK_ROOM - 3 : NOOK_ROOM;
      job.x = memcpy(room, job.x, (size_t)(some * size));
    }
    job.left = some % 3, job.span = (some / 3 - 1) * job.step;
    nook_dot_3x4_k32_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, pixels * stride, p->act_min, p->act_max);
}

void nook_conv2d_s8_fpu_1x1_k32_3x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const int32_t* bias, int8_t* y_row,
                                        void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_threes);
}
void nook_conv2d_s8_fpu_1x1_k32_3x4(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                    const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_threes, nook_conv2d_s8_fpu_1x1_k32_3x4_row);
}
