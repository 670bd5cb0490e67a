/* recurrent_sums_s16_ref.h on cores with DSP instructions: weights stay in the model's layout. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_SUMS_S16_DSP_H_
#define NOOK_OPS_FAMILIES_RECURRENT_SUMS_S16_DSP_H_

#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/families/recurrent_types_s16.h"

static inline uint64_t recurrent_pair(uint32_t a, uint32_t b, uint64_t sum) {
  __asm("smlald %Q0, %R0, %1, %2" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

/* Adds the products of two rows, whose sums take four registers. */
static inline void recurrent_two_rows(const int16_t* x, const int16_t* a, const int16_t* b, int32_t depth,
                                      uint64_t* sums) {
  uint64_t first = sums[0], second = sums[1];
  for (; depth >= 4; depth -= 4, x += 4, a += 4, b += 4) {
    const uint32_t low = nook_load_word(x), high = nook_load_word(x + 2);
    first = recurrent_pair(high, nook_load_word(a + 2), recurrent_pair(low, nook_load_word(a), first));
    second = recurrent_pair(high, nook_load_word(b + 2), recurrent_pair(low, nook_load_word(b), second));
  }
  for (; depth > 0; --depth, ++x) {
    first += (uint64_t)(int64_t)(*x * *a++);
    second += (uint64_t)(int64_t)(*x * *b++);
  }
  sums[0] = first, sums[1] = second;
}

static __attribute__((noinline)) void recurrent_sums(const recurrent_matrix* m, const recurrent_x* x,
                                                     int32_t zero, int32_t u, int32_t rows, int32_t* sums) {
  const int32_t depth = m->depth, multiplier = m->multiplier, shift = m->shift;
  uint64_t wide[4] = {0, 0, 0, 0};
  (void)zero;
  if (m->bias) memcpy(wide, (const char*)m->bias + (size_t)u * sizeof *wide, (size_t)rows * sizeof *wide);
  for (int32_t k = 0; k < rows; k += 2) {
    const recurrent_w* const w = m->w + (u + k) * depth;
    recurrent_two_rows(x, w, k + 1 < rows ? w + depth : w, depth, wide + k);
  }
  for (int32_t k = 0; k < rows; ++k)
    sums[k] = recurrent_clamp(nook_rescale_s64((int64_t)wide[k], multiplier, shift));
}

static inline void recurrent_sums_of_state(const recurrent_matrix* m, const int16_t* state, int32_t u,
                                           int32_t rows, int32_t* sums) {
  recurrent_sums(m, state, 0, u, rows, sums);
}

#endif
