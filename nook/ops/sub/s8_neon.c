#include "nook/ops/families/binary_repeat.h"
#include "nook/ops/reference/sum_neon.h"
#include "nook/ops/sub/sub.h"

__attribute__((noinline)) void nook_sub_s8_neon(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b,
                                                int8_t* y, void* scratch) {
  (void)scratch;
  nook_sum_all_neon(p, a, b, y, -1);
}

static void neon_vectors(const void* p, const void* a, const void* b, void* y) {
  nook_sub_s8_neon((const nook_binary_sum_s8*)p, (const int8_t*)a, (const int8_t*)b, (int8_t*)y, 0);
}
void nook_sub_s8_neon_repeat(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                             void* scratch) {
  nook_binary_sum_s8 vectors = *p;
  nook_binary_repeat(&vectors.walk, sizeof *y, a, b, y, scratch, neon_vectors);
}
