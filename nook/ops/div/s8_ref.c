#include "nook/ops/div/div.h"
#include "nook/ops/div/quotient.h"
#include "nook/ops/families/binary_segments.h"

/* The bit width of x below 256. */
static int32_t bits_of(uint32_t x) {
  int32_t bits = 0;
  if (x >= 16) bits = 4, x >>= 4;
  if (x >= 4) bits += 2, x >>= 2;
  return bits + (x >= 2 ? 2 : (int32_t)x);
}

/* |a| and |b| are at most 255. */
static int32_t quotient(const nook_div_s8* p, int32_t a, int32_t b) {
  if (b == 0) return 0;
  if (b < 0) a = -a, b = -b;
  return nook_div_quotient(a, bits_of(a < 0 ? ~(uint32_t)a : (uint32_t)a), b, bits_of((uint32_t)b),
                           p->multiplier, p->shift);
}

static void element(const void* params, const void* a_at, const void* b_at, void* y) {
  const nook_div_s8* p = (const nook_div_s8*)params;
  const int8_t a = *(const int8_t*)a_at, b = *(const int8_t*)b_at;
  const int32_t q = quotient(p, a - p->a_zero, b - p->b_zero);
  *(int8_t*)y = (int8_t)(nook_clamp(q, p->act_min - p->y_zero, p->act_max - p->y_zero) + p->y_zero);
}

void nook_div_s8_ref(const nook_div_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  const nook_div_s8 own = *p;
  nook_binary_each(&p->walk, &own, a, b, y, 1, 1, element);
}
