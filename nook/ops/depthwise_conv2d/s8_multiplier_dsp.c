/* Depthwise convolutions of int8 with several outputs for each channel, on cores with DSP instructions: four
 * outputs of a row at a time, which read one channel or two. */
#include "nook/kernels/depthwise/armv7em/taps_of_channels_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/depthwise_conv2d/each_row.h"
#include "nook/ops/depthwise_conv2d/find_taps.h"

/* Computes all outputs of `pixels` pixels, whose taps have the same offsets. `job` is for the first
 * output. */
static void make_outputs(const nook_depthwise_conv2d_s8* p, nook_taps_job job) {
  const int32_t last = p->out_c - 4, multiplier = p->depth_multiplier, bytes = nook_taps_bytes(2 * job.pairs);
  const int8_t *const x = job.x, *w = (const int8_t*)job.weights;
  int8_t* const y = job.y;
  for (int32_t c = 0; c < p->out_c; c += 4, w += bytes) {
    const int32_t first = c < last ? c : last, channel = first / multiplier;
    const int32_t of_channel = (channel + 1) * multiplier - first;
    job.x = x + channel, job.y = y + first, job.weights = w;
    if (of_channel == 1)
      nook_taps_after_one_dsp(&job);
    else if (of_channel == 2)
      nook_taps_after_two_dsp(&job);
    else if (of_channel == 3)
      nook_taps_after_three_dsp(&job);
    else
      nook_taps_of_one_dsp(&job);
  }
}

__attribute__((noinline)) void nook_depthwise_conv2d_s8_dsp_k64_multiplier_row(
    NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  int32_t offsets[NOOK_TAPS_DSP + 1];
  const int32_t y0 = oy * p->stride_h - p->pad_top, taps = p->filter_h * p->filter_w;
  const int32_t right = (p->filter_w - 1) * p->dilation_w;
  const int32_t rows_inside = nook_rows_inside(p, y0);
  const int8_t* const padding = w + nook_taps_stream(p->out_c, taps);
  nook_taps_job job = {padding, y_row,    w,          offsets, (taps + 1) / 2, p->stride_w * p->in_c,
                       1,       p->out_c, p->out_zero};
  int32_t x0 = -p->pad_left;
  for (int32_t left = p->out_w; left > 0; left -= job.pixels) {
    job.pixels = nook_pixels_inside(p, rows_inside, right, x0);
    if (job.pixels > left) job.pixels = left;
    nook_find_taps(p, x, y0, x0, padding, offsets);
    make_outputs(p, job);
    job.y += job.pixels * p->out_c, x0 += job.pixels * p->stride_w;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}

void nook_depthwise_conv2d_s8_dsp_k64_multiplier(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t,
                                                                      int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_dsp_k64_multiplier_row);
}
