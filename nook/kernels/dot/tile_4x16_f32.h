/* Dot products of float32: sixteen outputs, or eight, of four pixels at a time. The including file includes a
 * header for vectors of eight floats first (eights_f32_*.h). The lanes of a vector are outputs, so that each
 * sum adds its products in the order of the reference.
 *
 * Packed weights (pack_f32_avx2.h), for each sixteen outputs, and for eight if at most eight remain: their
 * biases, then their weights of each input. Zeros fill the last ones. */
#ifndef NOOK_KERNELS_DOT_TILE_4X16_F32_H_
#define NOOK_KERNELS_DOT_TILE_4X16_F32_H_

#include <stdint.h>
#include <string.h>

enum { NOOK_TILE_F32 = 16, NOOK_LANES_F32 = 8, NOOK_PIXELS_F32 = 4 };

/* Outputs of a tile, of which `left` remain. */
NOOK_INLINED_F32 int32_t nook_tile_outputs_f32(int32_t left) {
  return left > NOOK_LANES_F32 ? NOOK_TILE_F32 : NOOK_LANES_F32;
}

/* The sums of pixels a to d: outputs 0 to 7, and outputs 8 to 15. */
typedef struct nook_sums_f32 {
  nook_eight_f32 a, b, c, d, a8, b8, c8, d8;
} nook_sums_f32;

NOOK_INLINED_F32 nook_sums_f32 nook_no_sums_f32(void) {
  const nook_eight_f32 zero = nook_zeros_f32();
  const nook_sums_f32 sums = {zero, zero, zero, zero, zero, zero, zero, zero};
  return sums;
}

/* Adds the products of `count` inputs of each pixel. `wide`: sixteen outputs. */
NOOK_INLINED_F32 nook_sums_f32 nook_add_products_f32(nook_sums_f32 s, const float* const* x, const float* w,
                                                     int32_t count, int wide) {
  const float *const a = x[0], *const b = x[1], *const c = x[2], *const d = x[3];
  for (int32_t k = 0; k < count; ++k, w += wide ? NOOK_TILE_F32 : NOOK_LANES_F32) {
    const nook_eight_f32 w0 = nook_load_f32(w), w8 = wide ? nook_load_f32(w + NOOK_LANES_F32) : w0;
    nook_eight_f32 v = nook_load_all_f32(a + k);
    s.a = nook_add_product_f32(s.a, v, w0);
    if (wide) s.a8 = nook_add_product_f32(s.a8, v, w8);
    v = nook_load_all_f32(b + k);
    s.b = nook_add_product_f32(s.b, v, w0);
    if (wide) s.b8 = nook_add_product_f32(s.b8, v, w8);
    v = nook_load_all_f32(c + k);
    s.c = nook_add_product_f32(s.c, v, w0);
    if (wide) s.c8 = nook_add_product_f32(s.c8, v, w8);
    v = nook_load_all_f32(d + k);
    s.d = nook_add_product_f32(s.d, v, w0);
    if (wide) s.d8 = nook_add_product_f32(s.d8, v, w8);
  }
  return s;
}

/* The limits of a clamp. */
typedef struct nook_range_f32 {
  nook_eight_f32 low, high;
} nook_range_f32;

NOOK_INLINED_F32 nook_range_f32 nook_range_of_f32(float low, float high) {
  const nook_range_f32 range = {nook_all_f32(low), nook_all_f32(high)};
  return range;
}

/* Adds biases to the sums of a pixel, clamps and stores `count` outputs. */
NOOK_INLINED_F32 void nook_store_f32(nook_eight_f32 low, nook_eight_f32 high, const float* biases,
                                     const nook_range_f32* range, int wide, int32_t count, float* y) {
  const nook_eight_f32 first = nook_finish_f32(low, nook_load_f32(biases), range->low, range->high);
  const nook_eight_f32 second =
      wide ? nook_finish_f32(high, nook_load_f32(biases + NOOK_LANES_F32), range->low, range->high) : first;
  if (count >= (wide ? NOOK_TILE_F32 : NOOK_LANES_F32)) {
    nook_put_f32(y, first);
    if (wide) nook_put_f32(y + NOOK_LANES_F32, second);
  } else {
    float all[NOOK_TILE_F32];
    nook_put_f32(all, first), nook_put_f32(all + NOOK_LANES_F32, second);
    memcpy(y, all, (size_t)count * sizeof *y);
  }
}

/* Likewise for each pixel. */
NOOK_INLINED_F32 void nook_store_tile_f32(const nook_sums_f32* s, const float* biases,
                                          const nook_range_f32* range, int wide, int32_t count,
                                          float* const* y) {
  nook_store_f32(s->a, s->a8, biases, range, wide, count, y[0]);
  nook_store_f32(s->b, s->b8, biases, range, wide, count, y[1]);
  nook_store_f32(s->c, s->c8, biases, range, wide, count, y[2]);
  nook_store_f32(s->d, s->d8, biases, range, wide, count, y[3]);
}

#endif
