/* One tap, with a fused RELU: two pixels and four outputs at once, along a strip of pixels. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_strip_dsp.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_pixel.h"

/* Strips of as many tiles as fit on the stack. The last pixel of an odd number is read in place: neither its
 * outputs nor the previous pixels' are written there. */
static __attribute__((noinline)) void strips_of_pixels(const nook_conv2d_s8* p, const int8_t* x,
                                                       const int8_t* w, int8_t* y, int32_t pixels) {
  int32_t room[NOOK_CONV2D_PIXEL_2X4];
  const int32_t words = nook_2x4_words(p->in_c), step = p->stride_w * p->in_c;
  int32_t most = NOOK_CONV2D_PIXEL_2X4 / words;
  nook_dot_strip job = {y, p->out_c, 0, 4 * words, room, 0, 0};
  for (int32_t left = pixels; left > 1; y += job.tiles) {
    int32_t* to = room;
    if (most > left / 2) most = left / 2;
    for (int32_t tile = most; tile > 0; --tile, x += 2 * step)
      to = nook_unpack_2x4_dsp(to, x, x + step, p->in_c);
    job.tiles = 2 * most * p->out_c, left -= 2 * most;
    if (left == 1) job.last = x;
    job.y = y, job.end = y + p->out_c - 4;
    nook_dot_strip_dsp(&job, w + NOOK_2X4_HEAD);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y - (pixels & ~1) * p->out_c, pixels * p->out_c, p->act_min, p->act_max);
}

void nook_conv2d_s8_dsp_1x1_2x4_strip_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                          const int8_t* w, const int32_t* bias, int8_t* y_row,
                                          void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, strips_of_pixels);
}
void nook_conv2d_s8_dsp_1x1_2x4_strip(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                      const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, strips_of_pixels, nook_conv2d_s8_dsp_1x1_2x4_strip_row);
}
