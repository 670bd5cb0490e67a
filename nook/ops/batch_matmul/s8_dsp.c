#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/four_sums_dsp.h"
#include "nook/ops/batch_matmul/matrices.h"

/* A row of a as halfwords after subtracting its zero point, and four columns of b in the format of
 * four_sums_dsp.h. */
typedef struct tile {
  uint32_t *row, *columns;
} tile;

static uint32_t four_bytes(const int8_t* at, int32_t step, int32_t some) {
  uint32_t four = 0;
  if (step == 1 && some >= 4) return nook_load_word(at);
  for (int32_t i = 0; i < some && i < 4; ++i) four |= (uint32_t)(uint8_t)at[i * step] << (8 * i);
  return four;
}

/* Packs columns; zeros follow the last one. */
static void lay_columns(const nook_batch_matmul_walk* w, const int8_t* b, int32_t some, uint32_t* to) {
  for (int32_t k = 0; k < w->depth; k += 4, to += 4, b += 4 * w->b_step)
    for (int32_t j = 0; j < 4; ++j)
      to[j] = j < some ? four_bytes(b + j * w->b_column, w->b_step, w->depth - k) : 0;
}

static inline int32_t add_both(uint32_t halfwords, int32_t sum) {
  __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(halfwords), "r"(0x00010001u));
  return sum;
}

static inline int32_t lay_four(uint32_t four, uint32_t minus, uint32_t* to, int32_t sum) {
  to[0] = nook_even_bytes(minus, four), to[1] = nook_odd_bytes(minus, four);
  return add_both(to[1], add_both(to[0], sum));
}

/* Unpacks a row and returns its sum. It is padded with zero points, which become zeros. */
static int32_t lay_row(const nook_batch_matmul_s8* p, const int8_t* a, uint32_t* to) {
  const int32_t step = p->walk.a_step;
  const uint32_t minus = ((uint32_t)-p->a_zero & 0xFFFFu) * 0x00010001u;
  int32_t sum = 0, left = p->walk.depth;
  for (; step == 1 && left >= 4; left -= 4, a += 4, to += 2)
    sum = lay_four(nook_load_word(a), minus, to, sum);
  for (; left > 0; left -= 4, a += 4 * step, to += 2) {
    uint32_t four = four_bytes(a, step, left);
    if (left < 4) four |= nook_all_bytes(p->a_zero) << (8 * left);
    sum = lay_four(four, minus, to, sum);
  }
  return sum;
}

static void multiply(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     const tile* at) {
  const nook_batch_matmul_walk* w = &p->walk;
  const int32_t count = nook_four_sums_words(w->depth);
  for (int32_t first = 0; first < w->columns; first += 4) {
    const int32_t left = w->columns - first, some = left < 4 ? left : 4;
    lay_columns(w, b + first * w->b_column, some, at->columns);
    for (int32_t i = 0; i < w->rows; ++i) {
      const uint32_t begin = (uint32_t)-p->b_zero * (uint32_t)lay_row(p, a + i * w->a_row, at->row);
      uint32_t sums[4] = {begin, begin, begin, begin};
      nook_add_four_sums_dsp(at->row, count, at->columns, sums);
      for (int32_t j = 0; j < some; ++j) {
        const int32_t q = nook_rescale_right((int32_t)sums[j], p->multiplier, -p->shift);
        y[i * w->columns + first + j] = (int8_t)nook_saturate_s8(q + p->out_zero);
      }
    }
  }
}

static tile tile_in(const nook_batch_matmul_walk* w, uint32_t* words) {
  const tile at = {words, words + nook_four_sums_words(w->depth)};
  return at;
}

NOOK_BATCH_MATMUL_OF_TILES(matrices_s8_dsp, nook_batch_matmul_s8, int8_t, uint32_t, multiply)

void nook_batch_matmul_s8_dsp(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                              void* scratch_memory) {
  matrices_s8_dsp(p, a, b, y, (uint32_t*)scratch_memory);
}
/* Likewise with a small tile, on the stack. */
void nook_batch_matmul_s8_dsp_stack(const nook_batch_matmul_s8* p, const int8_t* a, const int8_t* b,
                                    int8_t* y, void* scratch_memory) {
  uint32_t words[NOOK_BATCH_MATMUL_SMALL / 4 * 6];
  (void)scratch_memory;
  matrices_s8_dsp(p, a, b, y, words);
}
