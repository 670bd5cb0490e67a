/* Row-by-row kernels of AVERAGE_POOL_2D with windows as high as the image, for each element type. */
#ifndef NOOK_OPS_AVERAGE_POOL2D_BY_ROWS_H_
#define NOOK_OPS_AVERAGE_POOL2D_BY_ROWS_H_

#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* Defines name(), which adds row `iy` of x to the sums of each window's channels. `type`: s8 or f32. */
#define NOOK_AVERAGE_ACCUMULATE(name, type, Element, Sum)                                     \
  void name(const nook_pool_##type* p, const Element* x_row, int32_t iy, void* sums_memory) { \
    Sum* sums = sums_memory;                                                                  \
    for (int32_t ox = 0; ox < p->out_w; ++ox) {                                               \
      const int32_t x0 = ox * p->stride_w - p->pad_left;                                      \
      const nook_taps kx = nook_taps_inside(x0, 1, p->filter_w, p->in_w);                     \
      for (int32_t c = 0; c < p->in_c; ++c, ++sums) {                                         \
        Sum sum = iy == 0 ? 0 : *sums;                                                        \
        const Element* pixel = x_row + (x0 + kx.begin) * p->in_c + c;                         \
        for (int32_t j = kx.begin; j < kx.end; ++j, pixel += p->in_c) sum += *pixel;          \
        *sums = sum;                                                                          \
      }                                                                                       \
    }                                                                                         \
  }

/* Defines name(), which computes the row of y from these sums: output(p, sum, count). */
#define NOOK_AVERAGE_FINISH(name, type, Element, Sum, output)                                         \
  void name(const nook_pool_##type* p, const void* sums_memory, Element* y) {                         \
    const Sum* sums = sums_memory;                                                                    \
    for (int32_t ox = 0; ox < p->out_w; ++ox) {                                                       \
      const nook_taps kx = nook_taps_inside(ox * p->stride_w - p->pad_left, 1, p->filter_w, p->in_w); \
      const Sum count = (Sum)(p->in_h * (kx.end - kx.begin));                                         \
      for (int32_t c = 0; c < p->in_c; ++c) *y++ = output(p, *sums++, count);                         \
    }                                                                                                 \
  }

static inline float nook_average_of_f32(const nook_pool_f32* p, float sum, float count) {
  return nook_clamp_f32(sum / count, p->act_min, p->act_max);
}

#endif
