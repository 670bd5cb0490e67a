/* Convolutions with weights that stay in the model's layout, because several layers read them: four outputs
 * at a time, tap after tap in place, so that no window is copied and padding costs nothing. The including
 * file has included add_rows_dsp.h or add_rows_ref.h, and defines the function declared here. */
#ifndef NOOK_KERNELS_WINDOW_MODEL_WEIGHTS_H_
#define NOOK_KERNELS_WINDOW_MODEL_WEIGHTS_H_

#include "nook/kernels/window/rows.h"
#include "nook/kernels/window/taps.h"

/* The result of output o. */
static int8_t finish(const nook_window_s8* p, int32_t sum, int32_t o);

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

/* Outputs o to o + 3 of a pixel; `group`: the first channel of their group. */
static inline void four_outputs(const nook_window_s8* p, const pixel_taps* taps, int32_t group, int32_t o,
                                const int8_t* w, const int32_t* bias, nook_row_sums* all, int8_t* y) {
  sum_four_filters(p, taps, group, o, w, bias, all);
  for (int32_t k = 0; k < 4; ++k) y[o + k] = finish(p, (int32_t)all->sums[k], o + k);
}

/* A row of the output. The last four outputs of a group overlap the previous ones. */
static inline void row_of_model_weights(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                        const int8_t* w, const int32_t* bias, int8_t* y_row) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, step = p->dilation_w * p->in_c;
  const int32_t per_group = p->out_c / (p->in_c / p->filter_c);
  pixel_taps taps = {x, y0, step, nook_taps_inside(y0, p->dilation_h, p->filter_h, p->in_h), {0, 0, 0, 0}};
  nook_row_sums all = {{0, 0, 0, 0}, minus_of(p->in_zero)};
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += p->out_c) {
    taps.kx = window_taps_at(p, ox, step);
    for (int32_t first = 0, group = 0; first < p->out_c; first += per_group, group += p->filter_c)
      for (int32_t o = 0; o < per_group; o += 4)
        four_outputs(p, &taps, group, first + (o < per_group - 4 ? o : per_group - 4), w, bias, &all, y_row);
  }
}

#endif
