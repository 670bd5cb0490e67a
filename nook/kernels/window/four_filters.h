/* A window and four filters that stay in the model's layout, w[out_c][filter_h][filter_w][filter_c]: tap
 * after tap in place, so that no window is copied and padding costs nothing. The including file has included
 * add_rows_dsp.h or add_rows_ref.h. */
#ifndef NOOK_KERNELS_WINDOW_FOUR_FILTERS_H_
#define NOOK_KERNELS_WINDOW_FOUR_FILTERS_H_

#include "nook/kernels/window/taps.h"

/* Computes the biases (null: 0) plus the products of a pixel with filters o to o + 3; `group`: the first
 * channel of their group. */
static inline void sum_four_filters(const nook_window_s8* p, const pixel_taps* taps, int32_t group, int32_t o,
                                    const int8_t* w, const int32_t* bias, nook_row_sums* all) {
  const int32_t filter_row = p->filter_w * p->filter_c, filter = p->filter_h * filter_row;
  for (int32_t k = 0; k < 4; ++k) all->sums[k] = bias ? (uint32_t)bias[o + k] : 0;
  for (int32_t i = taps->ky.begin; i < taps->ky.end; ++i) {
    const int8_t* x = (const int8_t*)nook_row(taps->x, taps->y0 + i * p->dilation_h) + taps->kx.first + group;
    const int8_t* tap = w + o * filter + i * filter_row + taps->kx.tap;
    for (int32_t j = taps->kx.runs; j > 0; --j, x += taps->step, tap += p->filter_c)
      add_rows(x, taps->kx.run, tap, filter, all);
  }
}

#endif
