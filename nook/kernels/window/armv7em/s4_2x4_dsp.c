/* Weights of 4 bits, two pixels and four outputs at once: unpacks the inputs of both pixels, then computes
 * all outputs from them. */
#include "nook/kernels/dot/armv7em/dot_2x4_s4_dsp.h"
#include "nook/kernels/window/armv7em/clamp_dsp.h"
#include "nook/kernels/window/armv7em/tile_windows_dsp.h"
#include "nook/kernels/window/rows.h"

/* One tap: pixels are unpacked to the stack if there is room, else to scratch. */

static __attribute__((noinline)) void pixels_s4(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                int8_t* y, int32_t pixels, int32_t* scratch) {
  int32_t room[NOOK_PIXEL_INPUTS_2X4];
  const int32_t words = nook_2x4_words(p->in_c), step = p->stride_w * p->in_c;
  int32_t* const inputs = words <= NOOK_PIXEL_INPUTS_2X4 ? room : scratch;
  nook_dot_2x4_s4 job = {y, p->out_c, p->out_c, inputs, words / 2, p->out_zero, 0, 0, {0, 0}};
  for (int32_t left = pixels; left > 0; left -= 2, x += 2 * step, job.y += 2 * p->out_c) {
    if (left == 1) job.stride = 0;
    job.sums[0] = job.sums[1] = 0;
    nook_unpack_2x4_s4_dsp(inputs, x, left > 1 ? x + step : x, p->in_c, job.sums);
    nook_dot_2x4_s4_dsp(&job, w);
  }
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s4_dsp_1x1_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_s4(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w, scratch_memory);
}

void nook_conv2d_s4_dsp_1x1_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images_in(p, x, w, y, scratch_memory, pixels_s4);
}

/* Windows on the stack, a few taps at a time; their sums are kept on the stack if there is room, else in
 * scratch. Taps outside the image are zero points. */

static int32_t* unpack_inputs(const tile_windows* from, int32_t* to, const int8_t* first,
                              const int8_t* second, int32_t bytes) {
  return nook_unpack_2x4_s4_dsp(to, first, second, bytes, from->sums);
}

void nook_conv2d_s4_dsp_2x4_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  int32_t inputs[NOOK_WINDOW_INPUTS_2X4], room[2 * NOOK_WAITING_OUTPUTS_S4];
  int32_t* const kept = p->out_c <= NOOK_WAITING_OUTPUTS_S4 ? room : scratch_memory;
  int8_t zeros[NOOK_WINDOW_INPUTS_2X4];
  for (int32_t i = 0; i < p->in_c; ++i) zeros[i] = (int8_t)p->in_zero;
  const int32_t taps = p->filter_h * p->filter_w, most = nook_window_taps_2x4(p->filter_w, p->in_c);
  nook_dot_2x4_s4 job = {y_row, p->out_c, p->out_c, inputs, 0, p->out_zero, 0, 0, {0, 0}};
  const tile_windows from = {p, x, zeros, oy * p->stride_h - p->pad_top, job.sums};
  for (int32_t ox = 0; ox < p->out_w; ox += 2, job.y += 2 * p->out_c) {
    const int32_t x0 = ox * p->stride_w - p->pad_left, odd = ox == p->out_w - 1;
    const int8_t* packed = w;
    if (odd) job.stride = 0;
    job.sums[0] = job.sums[1] = 0;
    for (int32_t begin = 0, end; begin < taps; begin = end) {
      end = begin + most < taps ? begin + most : taps;
      const int32_t* const last = unpack_taps(&from, begin, end, x0, odd ? x0 : x0 + p->stride_w, inputs);
      job.pairs = (int32_t)(last - inputs) / 2;
      job.from = begin > 0 ? kept : 0;
      job.to = end < taps ? kept : 0;
      packed = nook_dot_2x4_s4_dsp(&job, packed);
    }
  }
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_ROW_AFTER_ROW(tile_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s4_dsp_2x4(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  tile_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s4_dsp_2x4_row);
}
