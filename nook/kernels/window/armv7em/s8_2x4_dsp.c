/* Two pixels and four outputs at once: unpacks the inputs of both pixels, then computes all outputs from
 * them. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x8_dsp.h"
#include "nook/kernels/dot/armv7em/dot_strip_dsp.h"
#include "nook/kernels/dot/copy_few.h"
#include "nook/kernels/dot/k16_words.h"
#include "nook/kernels/window/armv7em/clamp_dsp.h"
#include "nook/kernels/window/armv7em/tile_windows_dsp.h"
#include "nook/kernels/window/rows.h"

static nook_dot_2x4 tile_job(const nook_window_s8* p, const int8_t* w, int8_t* y) {
  const int32_t end = *(const int32_t*)(const void*)w;
  nook_dot_2x4 job = {y, p->out_c, p->out_c, 0, 0, p->out_zero, 0, end};
  return job;
}

/* One tap: pixels are unpacked to the stack if there is room, else to scratch. */

/* Computes two pixels at a time, and a last single one. */
static __attribute__((noinline)) void pixels_2x4(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                 int8_t* y, int32_t pixels, int32_t* scratch) {
  int32_t room[NOOK_PIXEL_INPUTS_2X4];
  const int32_t words = nook_2x4_words(p->in_c), step = p->stride_w * p->in_c;
  nook_dot_2x4 job = tile_job(p, w, y);
  job.inputs = words <= NOOK_PIXEL_INPUTS_2X4 ? room : scratch, job.pairs = words / 2;
  for (int32_t left = pixels; left > 0; left -= 2, x += 2 * step, job.y += 2 * p->out_c) {
    if (left == 1) job.stride = 0;
    nook_unpack_2x4_dsp((int32_t*)job.inputs, x, left > 1 ? x + step : x, p->in_c);
    nook_dot_2x4_dsp(&job, w + NOOK_2X4_HEAD);
  }
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s8_dsp_1x1_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_2x4(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w, scratch_memory);
}

void nook_conv2d_s8_dsp_1x1_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images_in(p, x, w, y, scratch_memory, pixels_2x4);
}

/* Windows on the stack, a few taps at a time; their sums are kept in scratch. Taps outside the image are zero
 * points. */

static int32_t* unpack_inputs(const tile_windows* from, int32_t* to, const int8_t* first,
                              const int8_t* second, int32_t bytes) {
  (void)from;
  return nook_unpack_2x4_dsp(to, first, second, bytes);
}

void nook_conv2d_s8_dsp_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  int32_t inputs[NOOK_WINDOW_INPUTS_2X4];
  int8_t zeros[NOOK_WINDOW_INPUTS_2X4];
  for (int32_t i = 0; i < p->in_c; ++i) zeros[i] = (int8_t)p->in_zero;
  const tile_windows from = {p, x, zeros, oy * p->stride_h - p->pad_top, 0};
  const int32_t taps = p->filter_h * p->filter_w, most = nook_window_taps_2x4(p->filter_w, p->in_c);
  nook_dot_2x4 job = tile_job(p, w, y_row);
  const intptr_t at_end = job.to;
  job.inputs = inputs;
  for (int32_t ox = 0; ox < p->out_w; ox += 2, job.y += 2 * p->out_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left, odd = ox == p->out_w - 1;
    const int8_t* packed = w + NOOK_2X4_HEAD;
    if (odd) job.stride = 0;
    for (int32_t begin = 0, end; begin < taps; begin = end) {
      end = begin + most < taps ? begin + most : taps;
      const int32_t* const last = unpack_taps(&from, begin, end, x0, odd ? x0 : x0 + p->stride_w, inputs);
      job.pairs = (int32_t)(last - inputs) / 2;
      job.from = begin > 0 ? scratch_memory : 0;
      job.to = end < taps ? (intptr_t)scratch_memory : at_end;
      packed = nook_dot_2x4_dsp(&job, packed);
    }
  }
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_ROW_AFTER_ROW(tile_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_dsp_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  tile_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_2x4_row);
}

/* One tap, with a fused RELU: two pixels and four outputs at once, along a strip of pixels. */

/* Strips of as many tiles as fit on the stack. The last pixel of an odd number is read in place: neither its
 * outputs nor the previous pixels' are written there. */
static __attribute__((noinline)) void strips_of_pixels(const nook_window_s8* p, const int8_t* x,
                                                       const int8_t* w, int8_t* y, int32_t pixels) {
  int32_t room[NOOK_PIXEL_INPUTS_2X4];
  const int32_t words = nook_2x4_words(p->in_c), step = p->stride_w * p->in_c;
  int32_t most = NOOK_PIXEL_INPUTS_2X4 / words;
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

void nook_conv2d_s8_dsp_1x1_2x4_strip_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, strips_of_pixels);
}
void nook_conv2d_s8_dsp_1x1_2x4_strip(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, strips_of_pixels, nook_conv2d_s8_dsp_1x1_2x4_strip_row);
}

/* One tap of five to eight channels, with a fused RELU: two pixels at once. */

static __attribute__((noinline)) void pixels_by_two(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                    int8_t* y, int32_t pixels) {
  const int32_t step = p->stride_w * p->in_c, size = p->in_c;
  nook_dot_2x8 job = {x, y, w, p->out_c, pixels / 2, step, nook_k16_at(size, 1), p->out_c};
  int8_t copies[2][8];
  int32_t left = pixels;
  if (pixels > 1 && (x + (pixels - 1) * step + size <= y || y + pixels * p->out_c <= x)) {
    nook_dot_2x8_dsp(&job);
    left = pixels % 2, x += (pixels - left) * step, job.y += (pixels - left) * p->out_c;
  }
  job.x = copies[0], job.step = 8, job.twos = 1;
  for (; left > 0; left -= 2, x += 2 * step, job.y += 2 * p->out_c) { /* outputs may be written over inputs */
    copy_few(copies[0], x, size);
    if (left > 1)
      copy_few(copies[1], x + step, size);
    else
      job.step = job.stride = 0;
    nook_dot_2x8_dsp(&job);
  }
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s8_dsp_1x1_2x8_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, pixels_by_two);
}
void nook_conv2d_s8_dsp_1x1_2x8(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, pixels_by_two, nook_conv2d_s8_dsp_1x1_2x8_row);
}
