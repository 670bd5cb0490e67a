#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/batch_matmul/matrices.h"

/* A row of a, and two columns of b, interleaved in pairs: a pair of the first, a pair of the second, and so
 * on, padded with zeros if the depth is odd. */
typedef struct tile {
  uint32_t* columns;
  int16_t* row;
} tile;

static inline int64_t add_pair(uint32_t a, uint32_t b, int64_t sum) {
  __asm("smlald %Q0, %R0, %1, %2" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

static void lay_column(const int16_t* from, int32_t step, int32_t depth, uint32_t* to) {
  for (; depth > 1; depth -= 2, from += 2 * step, to += 2)
    *to = (uint16_t)from[0] | (uint32_t)(uint16_t)from[step] << 16;
  if (depth > 0) *to = (uint16_t)*from;
}

/* The elements of a row, copied if they are not contiguous. */
static const int16_t* dense_row(const nook_batch_matmul_walk* w, const int16_t* a, int16_t* row) {
  if (w->a_step == 1) return a;
  for (int32_t k = 0; k < w->depth; ++k, a += w->a_step) row[k] = *a;
  return row;
}

static void make_two(const nook_batch_matmul_s16* p, const int16_t* a, const uint32_t* columns, int32_t some,
                     int16_t* y) {
  int64_t first = 0, second = 0;
  int32_t left = p->walk.depth;
  for (; left >= 4; left -= 4, a += 4, columns += 4) {
    const uint32_t low = nook_load_word(a), high = nook_load_word(a + 2);
    first = add_pair(high, columns[2], add_pair(low, columns[0], first));
    second = add_pair(high, columns[3], add_pair(low, columns[1], second));
  }
  for (; left > 0; left -= 2, a += 2, columns += 2) {
    const uint32_t pair = left > 1 ? nook_load_word(a) : (uint16_t)*a;
    first = add_pair(pair, columns[0], first), second = add_pair(pair, columns[1], second);
  }
  y[0] = (int16_t)nook_clamp(nook_rescale_s64(first, p->multiplier, p->shift), -32768, 32767);
  if (some > 1) y[1] = (int16_t)nook_clamp(nook_rescale_s64(second, p->multiplier, p->shift), -32768, 32767);
}

static void make_matrix(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                        const tile* at) {
  const nook_batch_matmul_walk* w = &p->walk;
  for (int32_t j = 0; j < w->columns; j += 2, b += 2 * w->b_column, y += 2) {
    const int32_t some = w->columns - j < 2 ? 1 : 2;
    lay_column(b, w->b_step, w->depth, at->columns);
    lay_column(some > 1 ? b + w->b_column : b, w->b_step, w->depth, at->columns + 1);
    for (int32_t i = 0; i < w->rows; ++i)
      make_two(p, dense_row(w, a + i * w->a_row, at->row), at->columns, some, y + i * w->columns);
  }
}

static tile tile_in(const nook_batch_matmul_walk* w, uint32_t* words) {
  const tile at = {words, (int16_t*)(void*)(words + (w->depth + 1) / 2 * 2)};
  return at;
}

NOOK_BATCH_MATMUL_OF_TILES(matrices_s16_dsp, nook_batch_matmul_s16, int16_t, uint32_t, make_matrix)

void nook_batch_matmul_s16_dsp(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                               void* scratch_memory) {
  matrices_s16_dsp(p, a, b, y, (uint32_t*)scratch_memory);
}
/* Likewise with a small tile, on the stack. */
void nook_batch_matmul_s16_dsp_stack(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b,
                                     int16_t* y, void* scratch_memory) {
  uint32_t words[NOOK_BATCH_MATMUL_SMALL / 2 * 3];
  (void)scratch_memory;
  matrices_s16_dsp(p, a, b, y, words);
}
