/* Windows of few inputs, read in place, in tiles of two pixels and four outputs, for layers with a fused
 * RELU. */
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/conv2d/wide_rows.h"
#include "nook/ops/shared/dot_2x4_dsp.h"
#include "nook/ops/shared/unpack_places_dsp.h"

typedef struct tiles {
  nook_dot_2x4 job;
  nook_places places;
  const int8_t* stream;
  int32_t inputs[NOOK_WIDE_MOST_INPUTS];
} tiles;

static void make_ready(const nook_conv2d_s8* p, const int8_t* w, tiles* to) {
  const int32_t words = (uint8_t)w[0], alone = (uint8_t)w[1];
  const int8_t* const stream = w + nook_wide_places(words, alone);
  const int32_t seen = *(const int32_t*)(const void*)stream;
  const nook_dot_2x4 job = {0, p->out_c, 0, to->inputs, 2 * words + alone / 2, p->out_zero, 0, seen};
  to->job = job, to->stream = stream + 4, to->places.words = words, to->places.alone = alone;
}

/* The outputs of `second` are `apart` from those of `first`; 0: there is no second pixel. */
static void make_tile(tiles* all, const int8_t* first, const int8_t* second, int8_t* y, int32_t apart) {
  all->job.y = y, all->job.apart = apart;
  nook_unpack_places_dsp(all->inputs, first, apart ? second : first, &all->places);
  nook_dot_2x4_dsp(&all->job, all->stream);
}

static void make_windows_in_tiles(void* all, const int8_t (*windows)[NOOK_WIDE_MOST_INPUTS], int32_t count,
                                  int8_t* y, int32_t apart) {
  (void)count; /* apart says it */
  make_tile((tiles*)all, windows[0], windows[1], y, apart);
}

void nook_conv2d_s8_dsp_wide_2x4_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const inner_pixels inner = find_inner(p, x, oy);
  tiles all;
  make_ready(p, w, &all);
  if (inner.begin < p->out_w) {
    const int32_t step = p->stride_w * p->in_c;
    const int8_t* from = inner.first;
    find_places(all.places.at, w, inner.apart);
    for (int32_t ox = inner.begin; ox < inner.end; ox += 2, from += 2 * step)
      make_tile(&all, from, from + step, y_row + ox * p->out_c, ox + 1 < inner.end ? p->out_c : 0);
  }
  if (inner.begin > 0 || inner.end < p->out_w) {
    find_places(all.places.at, w, p->filter_w * p->in_c);
    by_window(p, x, oy, &inner, y_row, make_windows_in_tiles, &all);
  }
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_dsp_wide_2x4)
