#include "nook/kernels/asm/halves_dsp.h"
#include "nook/kernels/dot/armv7em/products_1x4_s16_dsp.h"
#include "nook/ops/batch_matmul/tiles_s16.h"

NOOK_OF_TWO_WORDS(high_halves, "pkhtb %0, %2, %1, asr #16")

/* Four contiguous columns: each word is a pair. */
static void lay_columns(const int16_t* b, int32_t column, int32_t depth, uint32_t* to) {
  for (; depth > 1; depth -= 2, b += 2, to += 4)
    for (int32_t c = 0; c < 4; ++c) to[c] = nook_load_word(b + c * column);
  if (depth > 0)
    for (int32_t c = 0; c < 4; ++c) to[c] = (uint16_t)b[c * column];
}

/* Four columns of contiguous rows, two rows at a time. */
static void lay_rows(const int16_t* b, int32_t step, int32_t depth, uint32_t* to) {
  for (; depth > 0; depth -= 2, b += 2 * step, to += 4) {
    const int16_t* const below = depth > 1 ? b + step : b; /* after the last row: multiplied by nothing */
    const uint32_t first = nook_load_word(b), second = nook_load_word(b + 2);
    const uint32_t third = nook_load_word(below), fourth = nook_load_word(below + 2);
    to[0] = nook_two_halves(first, third), to[1] = high_halves(first, third);
    to[2] = nook_two_halves(second, fourth), to[3] = high_halves(second, fourth);
  }
}

static void lay(const nook_batch_matmul_walk* w, const int16_t* b, int16_t* to) {
  if (w->b_step == 1)
    lay_columns(b, w->b_column, w->depth, (uint32_t*)(void*)to);
  else
    lay_rows(b, w->b_step, w->depth, (uint32_t*)(void*)to);
}

static __attribute__((noinline)) void multiply_fours_dsp(const nook_batch_matmul_s16* p, const int16_t* a,
                                                         const int16_t* b, int16_t* y, void* memory) {
  const nook_loop_s16 loop = {lay, nook_products_1x4_s16_dsp};
  nook_multiply_s16(p, a, b, y, memory, (p->walk.depth + 1) / 2 * 16, loop);
}

void nook_batch_matmul_s16_dsp_1x4(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b,
                                   int16_t* y, void* scratch_memory) {
  multiply_fours_dsp(p, a, b, y, scratch_memory);
}
/* Likewise with few columns, on the stack. */
void nook_batch_matmul_s16_dsp_1x4_stack(const nook_batch_matmul_s16* p, const int16_t* a, const int16_t* b,
                                         int16_t* y, void* scratch_memory) {
  uint32_t words[NOOK_BATCH_MATMUL_SMALL_1X4 / 2 * 5];
  (void)scratch_memory;
  multiply_fours_dsp(p, a, b, y, words);
}
