#include <string.h>

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/helium/four_products_s16_mve.h"
#include "nook/ops/batch_matmul/matrices.h"

/* Four columns of b, interleaved in blocks of eight elements and padded with zeros to whole blocks; and a row
 * of a, padded likewise. */
typedef struct tile {
  int16_t *columns, *row;
  int32_t depth; /* depth in multiples of eight */
} tile;

static void lay_column_in_eights(const int16_t* from, int32_t step, int32_t depth, int16_t* to) {
  for (int32_t k = 0; k < depth; ++k, from += step) to[(k & ~7) * 4 + (k & 7)] = *from;
}

/* The elements of a row as contiguous elements, padded with zeros. */
static const int16_t* whole_row(const nook_batch_matmul_walk* w, const int16_t* a, const tile* at) {
  if (w->a_step == 1 && w->depth == at->depth) return a;
  for (int32_t k = 0; k < w->depth; ++k, a += w->a_step) at->row[k] = *a;
  return at->row;
}

static void make_four(const nook_batch_matmul_s16* p, const int16_t* a, const tile* at, int32_t some,
                      int16_t* y) {
  int64_t sums[4];
  nook_four_products_s16_mve(a, at->columns, at->depth / 8, sums);
  for (int32_t k = 0; k < some; ++k)
    y[k] = (int16_t)nook_clamp(nook_rescale_s64(sums[k], p->multiplier, p->shift), -32768, 32767);
}

static void make_matrix_in_fours(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b,
                                 int16_t* y, const tile* at) {
  const nook_batch_matmul_walk* w = &p->walk;
  for (int32_t j = 0; j < w->columns; j += 4, b += 4 * w->b_column, y += 4) {
    const int32_t some = w->columns - j < 4 ? w->columns - j : 4;
    for (int32_t k = 0; k < some; ++k)
      lay_column_in_eights(b + k * w->b_column, w->b_step, w->depth, at->columns + 8 * k);
    for (int32_t i = 0; i < w->rows; ++i)
      make_four(p, whole_row(w, a + i * w->a_row, at), at, some, y + i * w->columns);
  }
}

static tile tile_in(const nook_batch_matmul_walk* w, int16_t* elements) {
  const int32_t depth = (w->depth + 7) & ~(int32_t)7;
  const tile at = {elements, elements + 4 * depth, depth};
  memset(elements, 0, 5 * (size_t)depth * sizeof *elements);
  return at;
}

NOOK_BATCH_MATMUL_OF_TILES(matrices_s16_mve, nook_batch_matmul_s16, int16_t, int16_t, make_matrix_in_fours)

void nook_batch_matmul_s16_mve(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                               void* scratch_memory) {
  matrices_s16_mve(p, a, b, y, (int16_t*)scratch_memory);
}
/* Likewise with a small tile, on the stack. */
void nook_batch_matmul_s16_mve_stack(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b,
                                     int16_t* y, void* scratch_memory) {
  int16_t words[5 * NOOK_BATCH_MATMUL_SMALL_MVE];
  (void)scratch_memory;
  matrices_s16_mve(p, a, b, y, words);
}
