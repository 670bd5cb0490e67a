#define NOOK_DEPTH_UNIT 1
#include "nook/ops/conv2d/dots.h"
#include "nook/ops/conv2d/groups.h"
#include "nook/ops/conv2d/wide_dsp.h"
#include "nook/ops/shared/dot_eight_dsp.h"
#include "nook/ops/shared/dot_short_dsp.h"

static void dot(const nook_dot_job* job) { nook_dot_eight_dsp(job); }

/* Few bytes, in fewer instructions than memcpy() needs to look at them. */
static inline void copy(int8_t* to, const int8_t* from, int32_t size) {
  if (size >= 48) {
    memcpy(to, from, (size_t)size);
    return;
  }
  for (; size >= 4; size -= 4, to += 4, from += 4) memcpy(to, from, 4);
  for (; size > 0; --size) *to++ = *from++;
}

static __attribute__((noinline)) void copy_rows(int8_t* to, const int8_t* from, int32_t apart, int32_t rows,
                                                int32_t size) {
  if (size < 4 || size >= 48) {
    for (; rows > 0; --rows, from += apart, to += size) copy(to, from, size);
    return;
  }
  const int32_t words = size / 4, rest = size & 3, on = apart - words * 4;
  for (; rows > 0; --rows, from += on, to += rest) {
    for (int32_t i = words; i > 0; --i, to += 4, from += 4) memcpy(to, from, 4);
    if (rest) memcpy(to + rest - 4, from + rest - 4, 4); /* some bytes once more */
  }
}

/* Windows whose rows have more than 4 * (words - 1) bytes and no more than 4 * words, the last four of which
 * may be some once more. */
static inline void copy_words(int8_t* to, int32_t depth, const dense_windows* windows, int32_t count,
                              int32_t words) {
  const int32_t apart = windows->apart, size = windows->size, rows = windows->rows;
  const int32_t back = windows->step - rows * apart, on = depth - rows * size;
  for (const int8_t* from = windows->from; count > 0; --count, from += back, to += on) {
    for (int32_t r = rows; r > 0; --r, from += apart, to += size) {
      for (int32_t i = 0; i < words - 1; ++i) memcpy(to + 4 * i, from + 4 * i, 4);
      memcpy(to + size - 4, from + size - 4, 4);
    }
  }
}

/* Not inline: these loops need most registers. */
static __attribute__((noinline)) void copy_windows(int8_t* to, int32_t depth, const dense_windows* windows,
                                                   int32_t count) {
  const int32_t size = windows->size;
  if (size < 4 || size > 12)
    copy_each_window(to, depth, windows, count);
  else if (size == 4)
    copy_words(to, depth, windows, count, 1);
  else if (size <= 8)
    copy_words(to, depth, windows, count, 2);
  else
    copy_words(to, depth, windows, count, 3);
}

void nook_conv2d_s8_dsp_1x1_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  row_of_pixels(p, x, oy, w, y_row);
}

void nook_conv2d_s8_dsp_1x1(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                            int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    images_of_pixels(p, x, w, y);
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_row);
}

void nook_conv2d_s8_dsp_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                            const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias;
  row_with_windows(p, x, oy, w, y_row, scratch_memory, 0); /* one */
}

void nook_conv2d_s8_dsp(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                        int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_row);
}

/* Small windows are on the stack, so that they take nothing from a plan that is full. */
void nook_conv2d_s8_dsp_small_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                  const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t windows[NOOK_CONV2D_SMALL_WINDOW + 4]; /* of less than four bytes, four are read */
  row_with_windows(p, x, oy, w, y_row, windows, NOOK_CONV2D_SMALL_WINDOW);
}

void nook_conv2d_s8_dsp_small(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                              int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_small_row);
}

/* Few inputs under the filter: all of a pixel's are in registers at once. */

static nook_dot_short few_job(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  nook_dot_short job = {x, {0, 0, 0},   y,          w,         p->out_c, p->stride_w * p->in_c,
                        0, p->out_zero, p->act_min, p->act_max};
  return job;
}

static inline void multiply_few(const nook_conv2d_s8* p, nook_dot_short* job, int32_t pixels) {
  job->pixels = pixels;
  nook_dot_short_dsp(job, p->filter_h * nook_short_words(p->filter_w * p->in_c));
}

/* Where the words of a pixel are, of which those of row r of the filter begin r * apart bytes behind the
 * first one. */
static void place_words(const nook_conv2d_s8* p, int32_t apart, nook_dot_short* job) {
  const int32_t size = p->filter_w * p->in_c, words = nook_short_words(size);
  int32_t* to = job->offset - 1;
  for (int32_t r = 0, row = 0; r < p->filter_h; ++r, row += apart)
    for (int32_t k = 0; k < words; ++k, ++to)
      if (to >= job->offset) *to = row + nook_short_at(size, k);
}

/* A window of at most four words, to the last of which others may be added that meet weights of 0. */
#define FEW_BYTES (4 * NOOK_SHORT_MOST_WORDS + 4)

static inline int8_t* copy_bytes(int8_t* to, const int8_t* from, int32_t size) {
  for (; size > 0; --size) *to++ = *from++;
  return to;
}

/* Not inline: there are not enough registers for two of these loops. */
static __attribute__((noinline)) void put_few(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0,
                                              int32_t x0, int8_t* to) {
  const uint32_t zeros = (uint32_t)(p->in_zero & 0xff) * 0x01010101u;
  for (int32_t i = 0; i < FEW_BYTES; i += 4) memcpy(to + i, &zeros, 4);
  const nook_taps kx = nook_taps_inside(x0, p->dilation_w, p->filter_w, p->in_w);
  const int32_t size = p->in_c, apart = p->dilation_w * size, taps = kx.end - kx.begin;
  if (taps <= 0) return;
  const int32_t run = apart == size ? taps * size : size, runs = apart == size ? 1 : taps;
  const int32_t pitch = p->filter_w * size, first = x0 * size + kx.begin * apart;
  to += kx.begin * size;
  for (int32_t i = p->filter_h; i > 0; --i, y0 += p->dilation_h, to += pitch) {
    if (y0 < 0 || y0 >= p->in_h) continue;
    const int8_t* from = (const int8_t*)nook_row(x, y0) + first;
    int8_t* at = to;
    for (int32_t j = runs; j > 0; --j, from += apart) at = copy_bytes(at, from, run);
  }
}

/* What is the same for all rows of an image: pixels [begin, end) have all their words inside it, if the rows
 * are. */
typedef struct few {
  nook_dot_short inside, by_window;
  int32_t begin, end;
} few;

static few few_for(const nook_conv2d_s8* p, const nook_rows* x, const int8_t* w) {
  const int32_t size = p->filter_w * p->in_c, room = p->in_w * p->in_c - (size < 4 ? 4 : size);
  few f = {few_job(p, 0, w, 0), few_job(p, 0, w, 0), (p->pad_left + p->stride_w - 1) / p->stride_w, 0};
  if (p->dilation_w == 1 && room >= 0) f.end = (room / p->in_c + p->pad_left) / p->stride_w + 1;
  if (f.end > p->out_w) f.end = p->out_w;
  if (f.end <= f.begin) f.begin = f.end = p->out_w;
  place_words(p, p->dilation_h * x->stride, &f.inside);
  f.by_window.step = FEW_BYTES;
  place_words(p, size, &f.by_window);
  return f;
}

/* Pixels ox to end - 1, some of whose taps are outside the image, or whose words are. */
static void few_by_window(const nook_conv2d_s8* p, nook_dot_short* job, const nook_rows* x, int32_t oy,
                          int32_t ox, int32_t end, int8_t* y_row) {
  int8_t windows[8 * FEW_BYTES];
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  while (ox < end) {
    const int32_t pixels = end - ox < 8 ? end - ox : 8;
    job->x = windows, job->y = y_row + ox * p->out_c;
    for (int32_t i = 0; i < pixels; ++i, ++ox)
      put_few(p, x, y0, ox * p->stride_w - p->pad_left, windows + i * FEW_BYTES);
    multiply_few(p, job, pixels);
  }
}

static void few_row(const nook_conv2d_s8* p, few* f, const nook_rows* x, int32_t oy, int8_t* y_row) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, below = (p->filter_h - 1) * p->dilation_h;
  int32_t begin = p->out_w, end = p->out_w;
  if (y0 >= 0 && y0 + below < p->in_h) {
    const int8_t* const first = (const int8_t*)nook_row(x, y0);
    /* Where the end of a ring is between the rows, all is done by windows. */
    if (first + below * x->stride == (const int8_t*)nook_row(x, y0 + below)) {
      begin = f->begin, end = f->end;
      f->inside.x = first + (begin * p->stride_w - p->pad_left) * p->in_c;
    }
  }
  if (begin > 0) few_by_window(p, &f->by_window, x, oy, 0, begin, y_row);
  if (begin == p->out_w) return;
  f->inside.y = y_row + begin * p->out_c;
  multiply_few(p, &f->inside, end - begin);
  if (end < p->out_w) few_by_window(p, &f->by_window, x, oy, end, p->out_w, y_row);
}

void nook_conv2d_s8_dsp_few_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  few f = few_for(p, x, w);
  few_row(p, &f, x, oy, y_row);
}

void nook_conv2d_s8_dsp_few(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                            int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  few f = few_for(p, &rows, w);
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) few_row(p, &f, &rows, oy, y);
    rows.base = (const int8_t*)rows.base + p->in_h * rows.stride;
  }
}

/* Pixels that lie side by side. */
static void few_pixels(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, int8_t* y, int32_t pixels) {
  nook_dot_short job = few_job(p, x, w, y);
  place_words(p, 0, &job);
  multiply_few(p, &job, pixels);
}

void nook_conv2d_s8_dsp_1x1_few_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                    const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  few_pixels(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}

void nook_conv2d_s8_dsp_1x1_few(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    few_pixels(p, x, w, y, p->batch * p->out_h * p->out_w); /* all images are one row */
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_few_row);
}

/* Weights of 16 bits, for windows and pixels that are read where they are. */

void nook_conv2d_s8_dsp_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                 const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_conv2d_wide_row(p, x, oy, w, y_row);
}

void nook_conv2d_s8_dsp_wide(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                             int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_wide_row);
}

void nook_conv2d_s8_dsp_1x1_wide_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  nook_conv2d_wide_pixels(p, (const int8_t*)nook_row(x, oy * p->stride_h), w, y_row, p->out_w);
}

void nook_conv2d_s8_dsp_1x1_wide(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  if (p->stride_h == 1 && p->stride_w == 1)
    nook_conv2d_wide_pixels(p, x, w, y, p->batch * p->out_h * p->out_w); /* all images are one row */
  else
    each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_1x1_wide_row);
}

/* Of several groups. */

void nook_conv2d_s8_dsp_groups_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                   const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  int8_t window[NOOK_CONV2D_SMALL_WINDOW + 4]; /* of less than four bytes, four are read */
  row_of_groups(p, x, oy, w, y_row, window);
}

void nook_conv2d_s8_dsp_groups(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w, const int32_t* bias,
                               int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, y, scratch_memory, nook_conv2d_s8_dsp_groups_row);
}
