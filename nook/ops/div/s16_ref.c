#include "nook/ops/div/div.h"
#include "nook/ops/div/quotient.h"
#include "nook/ops/families/binary_segments.h"

/* The bit width of x, at most 2^15. */
static int32_t bits_of(uint32_t x) {
  int32_t bits = 0;
  for (; x; x >>= 1) ++bits;
  return bits;
}

static int32_t quotient(const nook_div_s16* p, int32_t a, int32_t b) {
  if (b == 0) return 0;
  if (b < 0) a = -a, b = -b;
  return nook_div_quotient(a, bits_of(a < 0 ? ~(uint32_t)a : (uint32_t)a), b, bits_of((uint32_t)b),
                           p->multiplier, p->shift);
}

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  const nook_div_s16* p = (const nook_div_s16*)params;
  const int16_t a = *(const int16_t*)a_at, b = *(const int16_t*)b_at;
  *(int16_t*)y = (int16_t)nook_clamp(quotient(p, a, b), p->act_min, p->act_max);
}

void nook_div_s16_ref(const nook_div_s16* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  nook_binary_each(&p->walk, p, a, b, y, 2, 2, element);
}
