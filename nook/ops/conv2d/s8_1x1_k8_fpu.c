/* One tap of 8 channels: two pixels and four outputs at once, four outputs of all pixels before the next
 * four. */
#include <string.h>

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em_fpu/dot_2x4_k8_fpu.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_pixel.h"

/* Pixels that are copied if outputs are written over them. */
#define NOOK_ROOM 32

static __attribute__((noinline)) void make_twos(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                int8_t* y, int32_t pixels) {
  const int32_t size = NOOK_K8_INPUTS, stride = p->out_c;
  int8_t room[NOOK_ROOM * NOOK_K8_INPUTS];
  nook_dot_2x4_k8 job;
  job.packed = w;
  for (int32_t next = 0, some; next < pixels; next += some) {
    job.x = x + next * size, job.y = y + next * stride, job.end = job.y + stride - 4, job.stride = stride;
    some = pixels - next;
    if (some == 1 || (job.x + some * size > job.y && job.y + some * stride > job.x)) {
      if (some > NOOK_ROOM) some = NOOK_ROOM;
      job.x = memcpy(room, job.x, (size_t)(some * size));
    }
    if (some == 1)
      job.stride = 0, memcpy(room + size, room, (size_t)size); /* a single pixel is computed twice */
    job.twos = some > 1 ? some / 2 : 1, job.odd = some > 1 && some % 2;
    nook_dot_2x4_k8_fpu(&job);
  }
  if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, pixels * stride, p->act_min, p->act_max);
}

void nook_conv2d_s8_fpu_1x1_k8_2x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                       const int8_t* w, const int32_t* bias, int8_t* y_row,
                                       void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, make_twos);
}
void nook_conv2d_s8_fpu_1x1_k8_2x4(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                   const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, make_twos, nook_conv2d_s8_fpu_1x1_k8_2x4_row);
}
