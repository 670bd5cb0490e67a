/* float32 fully connected layers on x86-64 with AVX2, with the packed weights of tile_4x16_f32_avx2.h: four
 * rows of inputs at a time, or one row and up to 64 outputs. */
#include "nook/kernels/dot/avx2/tile_4x16_f32_avx2.h"
#include "nook/ops/fully_connected/fully_connected.h"

enum { ROWS = NOOK_PIXELS_F32_AVX2, TILE = NOOK_TILE_F32_AVX2, LANES = NOOK_LANES_F32_AVX2, MOST_TILES = 4 };

/* Outputs from `o` on of four rows. */
NOOK_INLINED_AVX2 void four_rows(const nook_fully_connected_f32* p, const float* const* x, const float* w,
                                 int32_t o, int wide, float* const* y) {
  const nook_range_f32_avx2 range = nook_range_f32_of_avx2(p->act_min, p->act_max);
  nook_sums_f32_avx2 sums = nook_no_sums_f32_avx2();
  float* const to[ROWS] = {y[0] + o, y[1] + o, y[2] + o, y[3] + o};
  sums = nook_add_products_f32_avx2(sums, x, w + (wide ? TILE : LANES), p->in, wide);
  nook_store_tile_f32_avx2(&sums, w, &range, wide, p->out - o, to);
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
    const int32_t outputs = nook_tile_outputs_avx2(p->out - o);
    if (outputs > LANES)
      four_rows(p, from, w, o, 1, to);
    else
      four_rows(p, from, w, o, 0, to);
    w += (intptr_t)outputs * (p->in + 1), o += outputs;
  }
}

/* The outputs of whole tiles of one row, from output `o` on; the last one may be less. Each tile has two
 * sums, so that four tiles together hide the latency of additions. */
NOOK_INLINED_AVX2 void one_row(const nook_fully_connected_f32* p, const float* x, const float* w, int32_t o,
                               int32_t tiles, float* y) {
  const nook_range_f32_avx2 range = nook_range_f32_of_avx2(p->act_min, p->act_max);
  const intptr_t next = (intptr_t)TILE * (p->in + 1);
  const float *const w0 = w + TILE, *const w1 = w0 + next, *const w2 = w1 + next, *const w3 = w2 + next;
  nook_sums_f32_avx2 s = nook_no_sums_f32_avx2();
  for (intptr_t k = 0; k < p->in; ++k) {
    const __m256 v = _mm256_broadcast_ss(x + k);
    const intptr_t at = k * TILE;
    s.a = nook_add_product_avx2(s.a, v, _mm256_loadu_ps(w0 + at));
    s.a8 = nook_add_product_avx2(s.a8, v, _mm256_loadu_ps(w0 + at + LANES));
    if (tiles == 1) continue;
    s.b = nook_add_product_avx2(s.b, v, _mm256_loadu_ps(w1 + at));
    s.b8 = nook_add_product_avx2(s.b8, v, _mm256_loadu_ps(w1 + at + LANES));
    s.c = nook_add_product_avx2(s.c, v, _mm256_loadu_ps(w2 + at));
    s.c8 = nook_add_product_avx2(s.c8, v, _mm256_loadu_ps(w2 + at + LANES));
    s.d = nook_add_product_avx2(s.d, v, _mm256_loadu_ps(w3 + at));
    s.d8 = nook_add_product_avx2(s.d8, v, _mm256_loadu_ps(w3 + at + LANES));
  }
  const int32_t count = p->out - o;
  y += o;
  nook_store_f32_avx2(s.a, s.a8, w, &range, 1, count, y);
  if (tiles == 1) return;
  nook_store_f32_avx2(s.b, s.b8, w + next, &range, 1, count - TILE, y + TILE);
  nook_store_f32_avx2(s.c, s.c8, w + 2 * next, &range, 1, count - 2 * TILE, y + 2 * TILE);
  nook_store_f32_avx2(s.d, s.d8, w + 3 * next, &range, 1, count - 3 * TILE, y + 3 * TILE);
}

/* At most eight outputs of one row. */
static void eight_outputs(const nook_fully_connected_f32* p, const float* x, const float* w, int32_t o,
                          float* y) {
  const nook_range_f32_avx2 range = nook_range_f32_of_avx2(p->act_min, p->act_max);
  __m256 sum = _mm256_setzero_ps();
  for (intptr_t k = 0; k < p->in; ++k)
    sum = nook_add_product_avx2(sum, _mm256_broadcast_ss(x + k), _mm256_loadu_ps(w + (k + 1) * LANES));
  nook_store_f32_avx2(sum, sum, w, &range, 0, p->out - o, y + o);
}

static void all_of_one_row(const nook_fully_connected_f32* p, const float* x, const float* w, float* y) {
  const intptr_t next = (intptr_t)TILE * (p->in + 1);
  int32_t o = 0;
  for (; p->out - o > (MOST_TILES - 1) * TILE + LANES; o += MOST_TILES * TILE, w += MOST_TILES * next)
    one_row(p, x, w, o, MOST_TILES, y);
  for (; p->out - o > LANES; o += TILE, w += next) one_row(p, x, w, o, 1, y);
  if (o < p->out) eight_outputs(p, x, w, o, y);
}

void nook_fully_connected_f32_avx2(const nook_fully_connected_f32* p, const float* x, const float* w,
                                   const float* bias, float* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  for (int32_t b = 0; b < p->batch;) {
    const int32_t count = p->batch - b < ROWS ? p->batch - b : ROWS;
    if (count == 1)
      all_of_one_row(p, x, w, y);
    else
      up_to_four_rows(p, x, count, w, y);
    x += (intptr_t)count * p->in, y += (intptr_t)count * p->out, b += count;
  }
}
