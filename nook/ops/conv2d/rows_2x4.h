/* Windows of few inputs that are read in place: pixels with all taps inside the image; the other pixels have
 * windows that are copied. */
#ifndef NOOK_OPS_CONV2D_ROWS_2X4_H_
#define NOOK_OPS_CONV2D_ROWS_2X4_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"
#include "nook/ops/conv2d/dense_rows.h"
#include "nook/ops/conv2d/small_windows.h"

static void clamp_pixels(const nook_conv2d_s8* p, int8_t* y, int32_t pixels) {
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

/* The pixels of a row that are read in place, from `first` on, with rows at a stride of `stride`; and the
 * window of pixel `end`, if that is one of them, too. */
typedef struct inner_pixels {
  int32_t begin, end, stride;
  const int8_t *first, *next;
} inner_pixels;

static inline inner_pixels find_inner(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy) {
  const dense_rows dense = find_dense_rows(p, x, oy * p->stride_h - p->pad_top);
  inner_pixels inner = {p->out_w, p->out_w, dense.stride, 0, 0};
  if (!dense.first || dense.count != p->filter_h || p->in_w < p->filter_w) return inner;
  const int32_t begin = (p->pad_left + p->stride_w - 1) / p->stride_w;
  int32_t end = (p->in_w - p->filter_w + p->pad_left) / p->stride_w + 1;
  if (end > p->out_w) end = p->out_w;
  if ((end - begin) % 2 && p->out_w % 2 == 0) { /* so that neither half of a pair is wasted */
    --end;
    inner.next = dense.first + (end * p->stride_w - p->pad_left) * p->in_c;
  }
  if (end <= begin) return inner;
  inner.begin = begin, inner.end = end;
  inner.first = dense.first + (begin * p->stride_w - p->pad_left) * p->in_c;
  return inner;
}

/* Computes one or two pixels from their windows; the outputs of the second are at a distance of `stride`. */
typedef void make_windows(void* all, const int8_t (*windows)[NOOK_W16_MOST_INPUTS], int32_t count, int8_t* y,
                          int32_t stride);

/* Computes all pixels except the inner ones: some of their taps are outside the image, or the end of a ring
 * is between rows. `windows` has room for two. Inlined so that the callee is a compile-time constant. */
static inline __attribute__((always_inline)) void by_window(const nook_conv2d_s8* p, const nook_rows* x,
                                                            int32_t oy, const inner_pixels* inner,
                                                            int8_t* y_row,
                                                            int8_t (*windows)[NOOK_W16_MOST_INPUTS],
                                                            make_windows* make, void* all) {
  int8_t* first = 0;
  const int32_t size = p->filter_w * p->in_c, bytes = (p->filter_h * size + 3) & ~3;
  for (int32_t ox = 0;; ++ox) {
    if (ox == inner->begin) ox = inner->end;
    if (ox >= p->out_w) break;
    int8_t* const y = y_row + ox * p->out_c;
    int8_t* const window = windows[first != 0];
    if (ox == inner->end && inner->next)
      for (int32_t i = 0; i < p->filter_h; ++i)
        copy_few(window + i * size, inner->next + i * inner->stride, size);
    else
      put_small_window(p, x, oy * p->stride_h - p->pad_top, ox * p->stride_w - p->pad_left, window, bytes);
    if (first) make(all, (const int8_t(*)[NOOK_W16_MOST_INPUTS])windows, 2, first, (int32_t)(y - first));
    first = first ? 0 : y;
  }
  if (first) make(all, (const int8_t(*)[NOOK_W16_MOST_INPUTS])windows, 1, first, 0);
}

#endif
