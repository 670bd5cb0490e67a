/* Windows of few inputs, and pixels of few channels, of layers with a fused RELU: weights of 16 bits meet
 * them where they are. */
#include "nook/ops/conv2d/dense_rows.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/small_windows.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/dot_wide_dsp.h"

typedef struct wide {
  nook_dot_wide job;
  int32_t at[NOOK_WIDE_MOST_PLACES];
} wide;

/* With rows that are `apart` from each other. */
static __attribute__((noinline)) void find_places(wide* to, const uint8_t* w, int32_t apart) {
  to->job.words = w[0], to->job.alone = w[1];
  const uint8_t* const end = w + 2 + 2 * (w[0] + w[1]);
  w += 2;
  for (int32_t* at = to->at; w != end; w += 2) *at++ = w[0] * apart + w[1];
}

static void make_ready(const nook_conv2d_s8* p, const int8_t* w, wide* to) {
  to->job.weights = w + nook_wide_places((uint8_t)w[0], (uint8_t)w[1]), to->job.at = to->at;
  to->job.outputs = to->job.apart = p->out_c;
  to->job.step = p->stride_w * p->in_c;
}

static void clamp_pixels(const nook_conv2d_s8* p, int8_t* y, int32_t pixels) {
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, pixels * p->out_c, p->act_min, p->act_max);
}

/* The pixels that are read where they are, and the window of pixel `end`, where that is one of them, too. */
typedef struct inner_pixels {
  int32_t begin, end, apart;
  const int8_t* next;
} inner_pixels;

/* All pixels but the inner ones: some of their taps are outside the image, or the end of a ring is between
 * rows. */
static void by_window(const nook_conv2d_s8* p, wide* all, const uint8_t* w, const nook_rows* x, int32_t oy,
                      const inner_pixels* inner, int8_t* y_row) {
  int8_t windows[2 * NOOK_WIDE_MOST_INPUTS];
  const int32_t size = p->filter_w * p->in_c, bytes = (p->filter_h * size + 3) & ~3;
  nook_dot_wide* const job = &all->job;
  find_places(all, w, size);
  job->x = windows, job->step = NOOK_WIDE_MOST_INPUTS, job->pixels = 0;
  for (int32_t ox = 0;; ++ox) {
    if (ox == inner->begin) ox = inner->end;
    if (ox >= p->out_w) break;
    int8_t* const y = y_row + ox * p->out_c;
    int8_t* const window = windows + job->pixels * NOOK_WIDE_MOST_INPUTS;
    if (ox == inner->end && inner->next)
      for (int32_t i = 0; i < p->filter_h; ++i)
        copy_few(window + i * size, inner->next + i * inner->apart, size);
    else
      put_small_window(p, x, oy * p->stride_h - p->pad_top, ox * p->stride_w - p->pad_left, window, bytes);
    if (++job->pixels == 1) {
      job->y = y;
    } else {
      job->apart = (int32_t)(y - job->y);
      nook_dot_wide_dsp(job);
      job->pixels = 0;
    }
  }
  if (job->pixels) nook_dot_wide_dsp(job);
}

/* Not inline: whoever makes one row has it in common with whoever makes all. */
static __attribute__((noinline)) void wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                               const int8_t* w, int8_t* y_row) {
  const dense_rows dense = find_dense_rows(p, x, oy * p->stride_h - p->pad_top);
  inner_pixels inner = {p->out_w, p->out_w, dense.apart, 0};
  wide all;
  make_ready(p, w, &all);
  if (dense.first && dense.count == p->filter_h && p->in_w >= p->filter_w) {
    inner.begin = (p->pad_left + p->stride_w - 1) / p->stride_w;
    inner.end = (p->in_w - p->filter_w + p->pad_left) / p->stride_w + 1;
    if (inner.end > p->out_w) inner.end = p->out_w;
    if ((inner.end - inner.begin) % 2 && p->out_w % 2 == 0) { /* so that no half of two is done in vain */
      --inner.end;
      inner.next = dense.first + (inner.end * p->stride_w - p->pad_left) * p->in_c;
    }
    if (inner.end <= inner.begin) inner.begin = inner.end = p->out_w;
  }
  if (inner.begin < p->out_w) {
    find_places(&all, (const uint8_t*)w, dense.apart);
    all.job.x = dense.first + (inner.begin * p->stride_w - p->pad_left) * p->in_c;
    all.job.y = y_row + inner.begin * p->out_c, all.job.pixels = inner.end - inner.begin;
    nook_dot_wide_dsp(&all.job);
  }
  if (inner.begin > 0 || inner.end < p->out_w) by_window(p, &all, (const uint8_t*)w, x, oy, &inner, y_row);
  clamp_pixels(p, y_row, p->out_w);
}

static __attribute__((noinline)) void wide_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                                  int8_t* y, int32_t pixels) {
  wide all;
  make_ready(p, w, &all);
  find_places(&all, (const uint8_t*)w, 0);
  all.job.x = x, all.job.y = y, all.job.pixels = pixels;
  nook_dot_wide_dsp(&all.job);
  clamp_pixels(p, y, pixels);
}

void nook_conv2d_s8_dsp_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  wide_row(p, x, oy, w, y_row);
}

void nook_conv2d_s8_dsp_wide(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                             int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_wide_row);
}

void nook_conv2d_s8_dsp_1x1_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  wide_pixels(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}

void nook_conv2d_s8_dsp_1x1_wide(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    wide_pixels(p, x, w, y, p->batch * p->out_h * p->out_w); /* all images are one row */
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_wide_row);
}
