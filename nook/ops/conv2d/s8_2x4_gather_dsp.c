/* Windows of few inputs, read in place, in tiles of two pixels and four outputs, for layers with a fused
 * RELU. */
#include "nook/kernels/dot/armv7em/dot_2x4_dsp.h"
#include "nook/kernels/dot/armv7em/dot_strip_dsp.h"
#include "nook/kernels/dot/armv7em/unpack_places_dsp.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/find_places.h"
#include "nook/ops/conv2d/rows_2x4.h"

/* Unpacked inputs of a strip; or of two pixels, followed by two windows of bytes. */
#define NOOK_WORDS       112
#define NOOK_WINDOW_WORD 64
typedef char windows_have_room[(NOOK_WORDS - NOOK_WINDOW_WORD) * 4 >= 2 * NOOK_W16_MOST_INPUTS ? 1 : -1];
typedef char two_pixels_have_room[NOOK_WINDOW_WORD >= NOOK_W16_MOST_INPUTS ? 1 : -1];

typedef struct tiles {
  nook_dot_2x4 job;
  nook_places places;
  const int8_t* packed;
  int32_t inputs[NOOK_WORDS];
} tiles;

static void make_ready(const nook_conv2d_s8* p, const int8_t* w, tiles* to) {
  const int32_t words = (uint8_t)w[0], alone = (uint8_t)w[1];
  const int8_t* const packed = w + nook_w16_places(words, alone);
  const int32_t seen = *(const int32_t*)(const void*)packed;
  const nook_dot_2x4 job = {0, p->out_c, 0, to->inputs, 2 * words + alone / 2, p->out_zero, 0, seen};
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
static inline int32_t make_strips(const nook_conv2d_s8* p, tiles* all, int32_t ox, int32_t end,
                                  const int8_t* from, int8_t* y_row) {
  const int32_t step = p->stride_w * p->in_c, words = 2 * all->job.pairs;
  int32_t most = NOOK_WORDS / words;
  if (most < 2 || all->job.to != NOOK_2X4_HIDDEN) return ox;
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

void nook_conv2d_s8_dsp_2x4_gather_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy,
                                       const int8_t* w, const int32_t* bias, int8_t* y_row,
                                       void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const inner_pixels inner = find_inner(p, x, oy);
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
    by_window(p, x, oy, &inner, y_row, (int8_t(*)[NOOK_W16_MOST_INPUTS])(all.inputs + NOOK_WINDOW_WORD),
              make_windows_in_tiles, &all);
  }
  clamp_pixels(p, y_row, p->out_w);
}
void nook_conv2d_s8_dsp_2x4_gather(const nook_conv2d_s8* p, const int8_t* x, const int8_t* w,
                                   const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias;
  each_row(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_2x4_gather_row);
}
