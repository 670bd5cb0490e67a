/* float32 fully connected layers, with the packed weights of tile_4x16_f32.h: four rows of inputs at a time,
 * or one row and up to 64 outputs. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ROWS_4X16_F32_H_
#define NOOK_OPS_FULLY_CONNECTED_ROWS_4X16_F32_H_

#include "nook/kernels/dot/tile_4x16_f32.h"
#include "nook/ops/fully_connected/fully_connected.h"

enum { ROWS = NOOK_PIXELS_F32, TILE = NOOK_TILE_F32, LANES = NOOK_LANES_F32, MOST_TILES = 4 };

/* Outputs from `o` on of four rows. */
NOOK_INLINED_F32 void four_rows(const nook_fully_connected_f32* p, const float* const* x, const float* w,
                                int32_t o, int wide, float* const* y) {
  const nook_range_f32 range = nook_range_of_f32(p->act_min, p->act_max);
  nook_sums_f32 sums = nook_no_sums_f32();
  float* const to[ROWS] = {y[0] + o, y[1] + o, y[2] + o, y[3] + o};
  sums = nook_add_products_f32(sums, x, w + (wide ? TILE : LANES), p->in, wide);
  nook_store_tile_f32(&sums, w, &range, wide, p->out - o, to);
}

/* All outputs of `count` rows, at most four; the last one fills the tile. */
static void up_to_four_rows(const nook_fully_connected_f32* p, const float* x, int32_t count, const float* w,
                            float* y) {
  const float* from[ROWS];
  float* to[ROWS];
  for (int32_t i = 0; i < ROWS; ++i) {
    const int32_t row = i < count ? i : count - 1;
    from[i] = x + (intptr_t)row * p->in, to[i] = y + (intptr_t)row * p->out;
  }
  for (int32_t o = 0; o < p->out;) {
    const int32_t outputs = nook_tile_outputs_f32(p->out - o);
    if (outputs > LANES)
      four_rows(p, from, w, o, 1, to);
    else
      four_rows(p, from, w, o, 0, to);
    w += (intptr_t)outputs * (p->in + 1), o += outputs;
  }
}

/* The outputs of whole tiles of one row, from output `o` on; the last one may be less. Each tile has two
 * sums, so that four tiles together hide the latency of additions. */
NOOK_INLINED_F32 void one_row(const nook_fully_connected_f32* p, const float* x, const float* w, int32_t o,
                              int32_t tiles, float* y) {
  const nook_range_f32 range = nook_range_of_f32(p->act_min, p->act_max);
  const intptr_t next = (intptr_t)TILE * (p->in + 1);
  const float *const w0 = w + TILE, *const w1 = w0 + next, *const w2 = w1 + next, *const w3 = w2 + next;
  nook_sums_f32 s = nook_no_sums_f32();
  for (intptr_t k = 0; k < p->in; ++k) {
    const nook_eight_f32 v = nook_load_all_f32(x + k);
    const intptr_t at = k * TILE;
    s.a = nook_add_product_f32(s.a, v, nook_load_f32(w0 + at));
    s.a8 = nook_add_product_f32(s.a8, v, nook_load_f32(w0 + at + LANES));
    if (tiles == 1) continue;
    s.b = nook_add_product_f32(s.b, v, nook_load_f32(w1 + at));
    s.b8 = nook_add_product_f32(s.b8, v, nook_load_f32(w1 + at + LANES));
    s.c = nook_add_product_f32(s.c, v, nook_load_f32(w2 + at));
    s.c8 = nook_add_product_f32(s.c8, v, nook_load_f32(w2 + at + LANES));
    s.d = nook_add_product_f32(s.d, v, nook_load_f32(w3 + at));
    s.d8 = nook_add_product_f32(s.d8, v, nook_load_f32(w3 + at + LANES));
  }
  const int32_t count = p->out - o;
  y += o;
  nook_store_f32(s.a, s.a8, w, &range, 1, count, y);
  if (tiles == 1) return;
  nook_store_f32(s.b, s.b8, w + next, &range, 1, count - TILE, y + TILE);
  nook_store_f32(s.c, s.c8, w + 2 * next, &range, 1, count - 2 * TILE, y + 2 * TILE);
  nook_store_f32(s.d, s.d8, w + 3 * next, &range, 1, count - 3 * TILE, y + 3 * TILE);
}

/* At most eight outputs of one row. */
static void eight_outputs(const nook_fully_connected_f32* p, const float* x, const float* w, int32_t o,
                          float* y) {
  const nook_range_f32 range = nook_range_of_f32(p->act_min, p->act_max);
  nook_eight_f32 sum = nook_zeros_f32();
  for (intptr_t k = 0; k < p->in; ++k)
    sum = nook_add_product_f32(sum, nook_load_all_f32(x + k), nook_load_f32(w + (k + 1) * LANES));
  nook_store_f32(sum, sum, w, &range, 0, p->out - o, y + o);
}

static void all_of_one_row(const nook_fully_connected_f32* p, const float* x, const float* w, float* y) {
  const intptr_t next = (intptr_t)TILE * (p->in + 1);
  int32_t o = 0;
  for (; p->out - o > (MOST_TILES - 1) * TILE + LANES; o += MOST_TILES * TILE, w += MOST_TILES * next)
    one_row(p, x, w, o, MOST_TILES, y);
  for (; p->out - o > LANES; o += TILE, w += next) one_row(p, x, w, o, 1, y);
  if (o < p->out) eight_outputs(p, x, w, o, y);
}

static void all_rows(const nook_fully_connected_f32* p, const float* x, const float* w, float* y) {
  for (int32_t b = 0; b < p->batch;) {
    const int32_t count = p->batch - b < ROWS ? p->batch - b : ROWS;
    if (count == 1)
      all_of_one_row(p, x, w, y);
    else
      up_to_four_rows(p, x, count, w, y);
    x += (intptr_t)count * p->in, y += (intptr_t)count * p->out, b += count;
  }
}

#endif
