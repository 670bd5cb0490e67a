/* Few inputs under the filter: all inputs of a pixel fit into registers. */
#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"
#include "nook/kernels/window/small_windows.h"

/* How sums become outputs. */
typedef void dot_small_k(nook_dot_k16* job, int32_t words);

static nook_dot_k16 small_k_job(const nook_window_s8* p, const int8_t* x, const int8_t* w, int8_t* y) {
  nook_dot_k16 job = {x, {0, 0, 0},   y,          w,         p->out_c, p->stride_w * p->in_c,
                      0, p->out_zero, p->act_min, p->act_max};
  return job;
}

static inline __attribute__((always_inline)) void multiply_small_k(const nook_window_s8* p, nook_dot_k16* job,
                                                                   int32_t pixels, dot_small_k* dot) {
  job->pixels = pixels;
  dot(job, p->filter_h * nook_k16_words(p->filter_w * p->in_c));
}

/* Finds the words of a pixel: row r of the filter begins `stride` * r bytes after the first. */
static __attribute__((noinline)) void place_words(const nook_window_s8* p, int32_t stride,
                                                  nook_dot_k16* job) {
  const int32_t size = p->filter_w * p->in_c, words = nook_k16_words(size);
  int32_t* to = job->offset - 1;
  for (int32_t r = 0, row = 0; r < p->filter_h; ++r, row += stride)
    for (int32_t k = 0; k < words; ++k, ++to)
      if (to >= job->offset) *to = row + nook_k16_at(size, k);
}

/* A window of at most four words; the last may hold bytes whose weights are 0. */
enum { NOOK_K16_FEW_BYTES = 4 * NOOK_K16_MOST_WORDS + 4 };

/* Data shared by all rows of an image: pixels [begin, end) have all their words inside it if the rows are
 * inside. */
typedef struct small_k {
  nook_dot_k16 inside, by_window;
  int32_t begin, end;
} small_k;

static small_k small_k_for(const nook_window_s8* p, const nook_rows* x, const int8_t* w) {
  const int32_t size = p->filter_w * p->in_c, room = p->in_w * p->in_c - (size < 4 ? 4 : size);
  small_k f = {small_k_job(p, 0, w, 0), small_k_job(p, 0, w, 0),
               (p->pad_left + p->stride_w - 1) / p->stride_w, 0};
  if (p->dilation_w == 1 && room >= 0) f.end = (room / p->in_c + p->pad_left) / p->stride_w + 1;
  if (f.end > p->out_w) f.end = p->out_w;
  if (f.end <= f.begin) f.begin = f.end = p->out_w;
  place_words(p, p->dilation_h * x->stride, &f.inside);
  f.by_window.step = NOOK_K16_FEW_BYTES;
  place_words(p, size, &f.by_window);
  return f;
}

/* The functions below are inlined into functions of each kernel, so that their callees are compile-time
 * constants. */
typedef void by_window_k(const nook_window_s8* p, nook_dot_k16* job, const nook_rows* x, int32_t oy,
                         int32_t ox, int32_t end, int8_t* y_row);
typedef void row_of_small_k(const nook_window_s8* p, small_k* f, const nook_rows* x, int32_t oy,
                            int8_t* y_row);

/* Computes pixels ox to end - 1, which have taps or words outside the image. */
static inline __attribute__((always_inline)) void small_k_by_window(const nook_window_s8* p,
                                                                    nook_dot_k16* job, const nook_rows* x,
                                                                    int32_t oy, int32_t ox, int32_t end,
                                                                    int8_t* y_row, dot_small_k* dot) {
  int8_t windows[8 * NOOK_K16_FEW_BYTES];
  const int32_t y0 = oy * p->stride_h - p->pad_top;
  while (ox < end) {
    const int32_t pixels = end - ox < 8 ? end - ox : 8;
    job->x = windows, job->y = y_row + ox * p->out_c;
    for (int32_t i = 0; i < pixels; ++i, ++ox)
      put_small_window(p, x, y0, ox * p->stride_w - p->pad_left, windows + i * NOOK_K16_FEW_BYTES,
                       NOOK_K16_FEW_BYTES);
    multiply_small_k(p, job, pixels, dot);
  }
}

static inline __attribute__((always_inline)) void small_k_row(const nook_window_s8* p, small_k* f,
                                                              const nook_rows* x, int32_t oy, int8_t* y_row,
                                                              by_window_k* by_window, dot_small_k* dot) {
  const int32_t y0 = oy * p->stride_h - p->pad_top, below = (p->filter_h - 1) * p->dilation_h;
  int32_t begin = p->out_w, end = p->out_w;
  if (y0 >= 0 && y0 + below < p->in_h) {
    const int8_t* const first = (const int8_t*)nook_row(x, y0);
    /* If the end of a ring is between the rows, all pixels use windows. */
    if (first + below * x->stride == (const int8_t*)nook_row(x, y0 + below)) {
      begin = f->begin, end = f->end;
      f->inside.x = first + (begin * p->stride_w - p->pad_left) * p->in_c;
    }
  }
  if (begin > 0) by_window(p, &f->by_window, x, oy, 0, begin, y_row);
  if (begin == p->out_w) return;
  f->inside.y = y_row + begin * p->out_c;
  multiply_small_k(p, &f->inside, end - begin, dot);
  if (end < p->out_w) by_window(p, &f->by_window, x, oy, end, p->out_w, y_row);
}

static inline __attribute__((always_inline)) void small_k_rows(const nook_window_s8* p, const int8_t* x,
                                                               const int8_t* w, int8_t* y,
                                                               row_of_small_k* row) {
  nook_rows rows = {x, p->in_w * p->in_c, p->in_h};
  small_k f = small_k_for(p, &rows, w);
  for (int32_t n = 0; n < p->batch; ++n) {
    for (int32_t oy = 0; oy < p->out_h; ++oy, y += p->out_w * p->out_c) row(p, &f, &rows, oy, y);
    rows.base = (const int8_t*)rows.base + p->in_h * rows.stride;
  }
}

static inline __attribute__((always_inline)) void one_small_k_row(const nook_window_s8* p, const nook_rows* x,
                                                                  int32_t oy, const int8_t* w, int8_t* y_row,
                                                                  row_of_small_k* row) {
  small_k f = small_k_for(p, x, w);
  row(p, &f, x, oy, y_row);
}

/* One tap: computes adjacent pixels. */
static inline __attribute__((always_inline)) void small_k_pixels(const nook_window_s8* p, const int8_t* x,
                                                                 const int8_t* w, int8_t* y, int32_t pixels,
                                                                 dot_small_k* dot) {
  nook_dot_k16 job = small_k_job(p, x, w, y);
  place_words(p, 0, &job);
  multiply_small_k(p, &job, pixels, dot);
}

/* For all layers. */

static void by_window_k16(const nook_window_s8* p, nook_dot_k16* job, const nook_rows* x, int32_t oy,
                          int32_t ox, int32_t end, int8_t* y_row) {
  small_k_by_window(p, job, x, oy, ox, end, y_row, nook_dot_k16_dsp);
}
static __attribute__((noinline)) void row_of_k16(const nook_window_s8* p, small_k* f, const nook_rows* x,
                                                 int32_t oy, int8_t* y_row) {
  small_k_row(p, f, x, oy, y_row, by_window_k16, nook_dot_k16_dsp);
}
static __attribute__((noinline)) void pixels_of_k16(const nook_window_s8* p, const int8_t* x, const int8_t* w,
                                                    int8_t* y, int32_t pixels) {
  small_k_pixels(p, x, w, y, pixels, nook_dot_k16_dsp);
}
void nook_conv2d_s8_dsp_1x1_k16_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, pixels_of_k16);
}
void nook_conv2d_s8_dsp_1x1_k16(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, pixels_of_k16, nook_conv2d_s8_dsp_1x1_k16_row);
}

void nook_conv2d_s8_dsp_k16_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  one_small_k_row(p, x, oy, w, y_row, row_of_k16);
}
void nook_conv2d_s8_dsp_k16(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  small_k_rows(p, x, w, y, row_of_k16);
}

/* For layers with a RELU. */

static void by_window_k16_relu(const nook_window_s8* p, nook_dot_k16* job, const nook_rows* x, int32_t oy,
                               int32_t ox, int32_t end, int8_t* y_row) {
  small_k_by_window(p, job, x, oy, ox, end, y_row, nook_dot_k16_relu_dsp);
}
static __attribute__((noinline)) void row_of_k16_relu(const nook_window_s8* p, small_k* f, const nook_rows* x,
                                                      int32_t oy, int8_t* y_row) {
  small_k_row(p, f, x, oy, y_row, by_window_k16_relu, nook_dot_k16_relu_dsp);
}
static __attribute__((noinline)) void pixels_of_k16_relu(const nook_window_s8* p, const int8_t* x,
                                                         const int8_t* w, int8_t* y, int32_t pixels) {
  small_k_pixels(p, x, w, y, pixels, nook_dot_k16_relu_dsp);
}
void nook_conv2d_s8_dsp_1x1_k16_relu_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  pixels_of_row(p, x, oy, w, y_row, pixels_of_k16_relu);
}
void nook_conv2d_s8_dsp_1x1_k16_relu(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  pixels_of_images(p, x, w, y, scratch_memory, pixels_of_k16_relu, nook_conv2d_s8_dsp_1x1_k16_relu_row);
}

void nook_conv2d_s8_dsp_k16_relu_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  one_small_k_row(p, x, oy, w, y_row, row_of_k16_relu);
}
void nook_conv2d_s8_dsp_k16_relu(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  small_k_rows(p, x, w, y, row_of_k16_relu);
}
