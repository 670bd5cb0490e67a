/* MAX_POOL_2D of int8 on aarch64 with NEON: sixteen channels at a time, then eight, which may overlap those
 * before them, or one. */
#include <arm_neon.h>

#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

static inline int8x16_t sixteen_channels(const nook_pool_window* w, const int8_t* pixel, int32_t channels) {
  int8x16_t most = vdupq_n_s8(INT8_MIN);
  for (int32_t i = w->begin; i < w->end; ++i, pixel = nook_pool_below_s8(w, pixel))
    for (int32_t j = 0; j < w->width; ++j, pixel += channels) most = vmaxq_s8(most, vld1q_s8(pixel));
  return most;
}
static inline int8x8_t eight_channels(const nook_pool_window* w, const int8_t* pixel, int32_t channels) {
  int8x8_t most = vdup_n_s8(INT8_MIN);
  for (int32_t i = w->begin; i < w->end; ++i, pixel = nook_pool_below_s8(w, pixel))
    for (int32_t j = 0; j < w->width; ++j, pixel += channels) most = vmax_s8(most, vld1_s8(pixel));
  return most;
}
static inline int32_t one_channel(const nook_pool_window* w, const int8_t* pixel, int32_t channels) {
  int32_t most = INT8_MIN;
  for (int32_t i = w->begin; i < w->end; ++i, pixel = nook_pool_below_s8(w, pixel))
    for (int32_t j = 0; j < w->width; ++j, pixel += channels) most = *pixel > most ? *pixel : most;
  return most;
}

void nook_max_pool2d_s8_neon_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t channels = p->in_c;
  const int8x16_t low = vdupq_n_s8((int8_t)p->act_min), high = vdupq_n_s8((int8_t)p->act_max);
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += channels) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, channels);
    const int8_t* const pixel = (const int8_t*)w.first;
    int32_t c = 0;
    for (; c + 16 <= channels; c += 16)
      vst1q_s8(y_row + c, vminq_s8(vmaxq_s8(sixteen_channels(&w, pixel + c, channels), low), high));
    while (c < channels && channels >= 8) {
      if (c + 8 > channels) c = channels - 8;
      const int8x8_t most = vmax_s8(eight_channels(&w, pixel + c, channels), vget_low_s8(low));
      vst1_s8(y_row + c, vmin_s8(most, vget_low_s8(high))), c += 8;
    }
    for (; c < channels; ++c)
      y_row[c] = (int8_t)nook_clamp(one_channel(&w, pixel + c, channels), p->act_min, p->act_max);
  }
}

void nook_max_pool2d_s8_neon(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s8_neon_row)
}
