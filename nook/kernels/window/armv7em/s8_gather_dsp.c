/* Windows of few inputs in layers with a fused RELU, in tiles of two pixels and four outputs. Pixels with all
 * taps inside the image are read in place; the windows of the others are copied. */
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"
#include "nook/kernels/dot/armv7em/dot_strip_dsp.h"
#include "nook/kernels/dot/armv7em/unpack_places_dsp.h"
#include "nook/kernels/window/armv7em/clamp_dsp.h"
#include "nook/kernels/window/small_windows.h"

/* Offsets of words and bytes, in rows with a stride of `stride` bytes. */
static __attribute__((noinline)) void find_places(int32_t* at, const int8_t* w, int32_t stride) {
  const uint8_t *from = (const uint8_t*)w, *const end = from + 2 + 2 * (from[0] + from[1]);
  for (from += 2; from != end; from += 2) *at++ = from[0] * stride + from[1];
}

/* The pixels of a row that are read in place, from `first` on, with rows at a stride of `stride`; and the
 * window of pixel `end`, if that is one of them, too. */
typedef struct inner_pixels {
  int32_t begin, end, stride;
  const int8_t *first, *next;
} inner_pixels;

static inline __attribute__((always_inline)) inner_pixels find_inner(const nook_window_s8* p,
                                                                     const nook_rows* x, int32_t oy) {
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
static inline __attribute__((always_inline)) void by_window(const nook_window_s8* p, const nook_rows* x,
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

/* Inputs are unpacked. */

/* Unpacked inputs of a strip; or of two pixels, followed by two windows of bytes. */
enum { NOOK_WORDS = 112, NOOK_WINDOW_WORD = 64 };
typedef char windows_have_room[(NOOK_WORDS - NOOK_WINDOW_WORD) * 4 >= 2 * NOOK_W16_MOST_INPUTS ? 1 : -1];
typedef char two_pixels_have_room[(int)NOOK_WINDOW_WORD >= (int)NOOK_W16_MOST_INPUTS ? 1 : -1];

typedef struct tiles {
  nook_dot_2x4 job;
  nook_places places;
  const int8_t* packed;
  int32_t inputs[NOOK_WORDS];
} tiles;

static void make_ready(const nook_window_s8* p, const int8_t* w, tiles* to) {
  const int32_t words = (uint8_t)w[0], alone = (uint8_t)w[1];
  const int8_t* const packed = w + nook_w16_places(words, alone);
  const int32_t end = *(const int32_t*)(const void*)packed;
  const nook_dot_2x4 job = {0, p->out_c, 0, to->inputs, 2 * words + alone / 2, p->out_zero, 0, end};
  to->job = job, to->packed = packed + NOOK_2X4_HEAD, to->places.words = words, to->places.alone = alone;
}

/* Computes a tile. The outputs of `second` have a distance of `stride` from the outputs of `first`; 0: there
 * is no second pixel. */
static void make_tile(tiles* all, const int8_t* first, const int8_t* second, int8_t* y, int32_t stride) {
  all->job.y = y, all->job.stride = stride;
  nook_unpack_places_dsp(all->inputs, first, stride ? second : first, &all->places);
  nook_dot_2x4_dsp(&all->job, all->packed);
}

static void make_windows_in_tiles(void* all, const int8_t (*windows)[NOOK_W16_MOST_INPUTS], int32_t count,
                                  int8_t* y, int32_t stride) {
  (void)count; /* `stride` implies it */
  make_tile((tiles*)all, windows[0], windows[1], y, stride);
}

/* Computes strips of the inner pixels from `ox` on, whose first window is at `from`, as long as there are two
 * tiles; returns the first remaining pixel. */
static inline int32_t make_strips(const nook_window_s8* p, tiles* all, int32_t ox, int32_t end,
                                  const int8_t* from, int8_t* y_row) {
  const int32_t step = p->stride_w * p->in_c, words = 2 * all->job.pairs;
  int32_t most = NOOK_WORDS / words;
  if (most < 2 || all->job.to != NOOK_2X4_RELU) return ox;
  while (end - ox >= 4) {
    if (most > (end - ox) / 2) most = (end - ox) / 2;
    int32_t* to = all->inputs;
    for (int32_t tile = most; tile > 0; --tile, to += words, from += 2 * step)
      nook_unpack_places_dsp(to, from, from + step, &all->places);
    int8_t* const y = y_row + ox * p->out_c;
    nook_dot_strip job = {y, p->out_c, 2 * most * p->out_c, 4 * words, all->inputs, 0, y + p->out_c - 4};
    nook_dot_strip_dsp(&job, all->packed);
    ox += 2 * most;
  }
  return ox;
}

static inline inner_pixels inner_of_tiles(const nook_window_s8* p, const nook_rows* x, int32_t oy) {
  return find_inner(p, x, oy);
}

static inline __attribute__((always_inline)) void tiles_by_window(const nook_window_s8* p, const nook_rows* x,
                                                                  int32_t oy, const inner_pixels* inner,
                                                                  int8_t* y_row, tiles* all) {
  by_window(p, x, oy, inner, y_row, (int8_t(*)[NOOK_W16_MOST_INPUTS])(all->inputs + NOOK_WINDOW_WORD),
            make_windows_in_tiles, all);
}

void nook_conv2d_s8_dsp_2x4_gather_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  const inner_pixels inner = inner_of_tiles(p, x, oy);
  tiles all;
  make_ready(p, w, &all);
  if (inner.begin < p->out_w) {
    const int32_t step = p->stride_w * p->in_c;
    find_places(all.places.at, w, inner.stride);
    int32_t ox = make_strips(p, &all, inner.begin, inner.end, inner.first, y_row);
    const int8_t* from = inner.first + (ox - inner.begin) * step;
    for (; ox < inner.end; ox += 2, from += 2 * step)
      make_tile(&all, from, from + step, y_row + ox * p->out_c, ox + 1 < inner.end ? p->out_c : 0);
  }
  if (inner.begin > 0 || inner.end < p->out_w) {
    find_places(all.places.at, w, p->filter_w * p->in_c);
    tiles_by_window(p, x, oy, &inner, y_row, &all);
  }
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_ROW_AFTER_ROW(gather_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_dsp_2x4_gather(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  gather_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_2x4_gather_row);
}

/* 16-bit weights multiply the inputs in place. */

typedef struct w16_pixels {
  nook_dot_2x4_w16 job;
  int32_t at[NOOK_W16_MOST_PLACES];
} w16_pixels;

static void make_w16_ready(const nook_window_s8* p, const int8_t* w, w16_pixels* to) {
  to->job.words = (uint8_t)w[0], to->job.alone = (uint8_t)w[1];
  to->job.weights = w + nook_w16_places(to->job.words, to->job.alone), to->job.at = to->at;
  to->job.outputs = to->job.stride = p->out_c;
  to->job.step = p->stride_w * p->in_c;
}

static void make_w16_windows(void* all, const int8_t (*windows)[NOOK_W16_MOST_INPUTS], int32_t count,
                             int8_t* y, int32_t stride) {
  nook_dot_2x4_w16* const job = &((w16_pixels*)all)->job;
  job->x = windows[0], job->step = NOOK_W16_MOST_INPUTS, job->pixels = count;
  job->y = y, job->stride = stride;
  nook_dot_2x4_w16_dsp(job);
}

static inline inner_pixels inner_of_w16(const nook_rows* x, int32_t oy, const nook_window_s8* p) {
  return find_inner(p, x, oy);
}

/* Not inlined: shared by the kernel for one row and the kernel for images. */
static __attribute__((noinline)) void row_of_w16(const nook_window_s8* p, const nook_rows* x, int32_t oy,
                                                 const int8_t* w, int8_t* y_row) {
  const inner_pixels inner = inner_of_w16(x, oy, p);
  w16_pixels all;
  make_w16_ready(p, w, &all);
  if (inner.begin < p->out_w) {
    find_places(all.at, w, inner.stride);
    all.job.x = inner.first, all.job.y = y_row + inner.begin * p->out_c;
    all.job.pixels = inner.end - inner.begin;
    nook_dot_2x4_w16_dsp(&all.job);
  }
  if (inner.begin > 0 || inner.end < p->out_w) {
    find_places(all.at, w, p->filter_w * p->in_c);
    int8_t windows[2][NOOK_W16_MOST_INPUTS];
    by_window(p, x, oy, &inner, y_row, windows, make_w16_windows, &all);
  }
  clamp_pixels(p, y_row, p->out_w);
}

void nook_conv2d_s8_dsp_2x4_w16_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  row_of_w16(p, x, oy, w, y_row);
}
NOOK_ROW_AFTER_ROW(w16_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_dsp_2x4_w16(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  w16_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_2x4_w16_row);
}
