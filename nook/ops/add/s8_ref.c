#include "nook/core/fixed_point.h"
#include "nook/ops/add/add.h"
#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/reference/sum_half.h"

void nook_add_s8_ref(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch) {
  (void)scratch;
  nook_sum_s8(p, a, b, y, 1);
}

static inline int32_t high_of_sum(int32_t sum, int32_t multiplier) { return nook_mul_high(sum, multiplier); }

__attribute__((noinline)) void nook_add_s8_half(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b,
                                                int8_t* y, void* scratch) {
  (void)scratch;
  sum_with_half(p, a, b, y, NOOK_SUM_UNIT / 2, 1);
}

static void half_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_add_s8_half((const nook_binary_sum_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_add_s8_half_repeat(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                             void* scratch) {
  nook_binary_sum_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, half_vectors);
}
