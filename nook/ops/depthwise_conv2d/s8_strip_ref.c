/* 3x3 taps of a channel along a row of pixels, in portable C: each column of three inputs is loaded once, for
 * the up to three pixels whose windows have it. One column may be outside the image at each end of a row. */
#include "nook/kernels/asm/rescale_twice.h"
#include "nook/kernels/depthwise/strip_channel.h"
#include "nook/ops/depthwise_conv2d/each_row.h"

/* A row of the output. */
typedef struct strip {
  const int8_t* row[3]; /* column 0 */
  int32_t channels;     /* bytes from one pixel to the next */
  int32_t inner;        /* pixels whose last column is inside the image */
  int32_t left, right;  /* whether the first column is outside the image, and the last one */
  int32_t above, below; /* whether the first row of taps is, and the last one */
  int32_t in_zero;
  nook_clamp_to to;
} strip;

/* A column of weights. */
typedef struct column {
  int32_t w0, w1, w2;
} column;

static inline uint32_t outside(const strip* s, const column* w) {
  return (uint32_t)(s->in_zero * (w->w0 + w->w1 + w->w2));
}

/* Adds the products of the inputs a, b and c with a column of weights. */
static inline uint32_t add(uint32_t sum, const column* w, int32_t a, int32_t b, int32_t c) {
  return sum + (uint32_t)(a * w->w0) + (uint32_t)(b * w->w1) + (uint32_t)(c * w->w2);
}

/* The weights of column x. Those of a row outside the image become 0; their share goes to the bias. */
static inline column column_of(const strip* s, const nook_strip_channel* c, int32_t x, uint32_t* bias) {
  column w = {c->w[x], c->w[3 + x], c->w[6 + x]};
  if (s->above) *bias += (uint32_t)(s->in_zero * w.w0), w.w0 = 0;
  if (s->below) *bias += (uint32_t)(s->in_zero * w.w2), w.w2 = 0;
  return w;
}

#define NOOK_NEXT_COLUMN a = *r0, b = *r1, d = *r2, r0 += step, r1 += step, r2 += step

/* Computes channel `at` of the row. */
static inline __attribute__((always_inline)) void one_channel(const strip* s, const nook_strip_channel* c,
                                                              int32_t at, int8_t* y, int32_t stride) {
  const int32_t step = s->channels;
  const int8_t *r0 = s->row[0] + at, *r1 = s->row[1] + at, *r2 = s->row[2] + at;
  const nook_output_twice output = {0, c->twice_multiplier, c->shift - 1};
  uint32_t bias = c->bias;
  const column first = column_of(s, c, 0, &bias), middle = column_of(s, c, 1, &bias),
               last = column_of(s, c, 2, &bias);
  int32_t a, b, d;
  uint32_t sum0 = bias, sum1 = 0;
  if (s->left) {
    sum0 += outside(s, &first);
  } else {
    NOOK_NEXT_COLUMN;
    sum0 = add(sum0, &first, a, b, d);
  }
  if (stride == 1) {
    NOOK_NEXT_COLUMN;
    sum1 = add(sum0, &middle, a, b, d), sum0 = add(bias, &first, a, b, d);
  }
  for (int32_t left = s->inner; left > 0; --left, y += step) {
    NOOK_NEXT_COLUMN;
    if (stride == 2) {
      sum1 = add(sum0, &middle, a, b, d);
      NOOK_NEXT_COLUMN;
    }
    const uint32_t sum = add(sum1, &last, a, b, d);
    if (stride == 1) sum1 = add(sum0, &middle, a, b, d);
    sum0 = add(bias, &first, a, b, d);
    *y = nook_finish_twice(&output, sum, &s->to);
  }
  if (!s->right) return;
  if (stride == 2) {
    NOOK_NEXT_COLUMN;
    sum1 = add(sum0, &middle, a, b, d);
  }
  *y = nook_finish_twice(&output, sum1 + outside(s, &last), &s->to);
}

static inline __attribute__((always_inline)) void strip_row(const nook_depthwise_conv2d_s8* p,
                                                            const nook_rows* x, int32_t oy, const int8_t* w,
                                                            int8_t* y_row, int32_t stride) {
  const int32_t last = stride * (p->out_w - 1) - p->pad_left + 2;
  const int32_t y0 = oy * p->stride_h - p->pad_top, y2 = y0 + 2 * p->dilation_h;
  strip s;
  s.channels = p->out_c, s.in_zero = p->in_zero;
  s.left = p->pad_left, s.right = last == p->in_w, s.inner = p->out_w - s.right;
  s.above = y0 < 0, s.below = y2 >= p->in_h;
  s.row[1] = (const int8_t*)nook_row(x, y0 + p->dilation_h);
  s.row[0] = s.above ? s.row[1] : (const int8_t*)nook_row(x, y0);
  s.row[2] = s.below ? s.row[1] : (const int8_t*)nook_row(x, y2);
  s.to.zero = p->out_zero, s.to.low = p->act_min - p->out_zero, s.to.high = p->act_max - p->out_zero;
  const nook_strip_channel* channel = (const nook_strip_channel*)w;
  for (int32_t c = 0; c < p->out_c; ++c) one_channel(&s, channel + c, c, y_row + c, stride);
}

void nook_depthwise_conv2d_s8_c_3x3_strip_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                 int32_t)) {
  (void)bias, (void)scratch_memory;
  strip_row(p, x, oy, w, y_row, 1);
}
void nook_depthwise_conv2d_s8_c_3x3_strip(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                               int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_c_3x3_strip_row);
}
void nook_depthwise_conv2d_s8_c_3x3s2_strip_row(NOOK_ROW_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                   int32_t)) {
  (void)bias, (void)scratch_memory;
  strip_row(p, x, oy, w, y_row, 2);
}
void nook_depthwise_conv2d_s8_c_3x3s2_strip(NOOK_IMAGE_ARGUMENTS(nook_depthwise_conv2d_s8, int8_t, int8_t,
                                                                 int32_t)) {
  (void)bias, (void)scratch_memory;
  each_row(p, x, w, 0, y, 0, nook_depthwise_conv2d_s8_c_3x3s2_strip_row);
}
