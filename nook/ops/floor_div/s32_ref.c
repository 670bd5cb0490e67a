#include "nook/ops/families/binary_segments.h"
#include "nook/ops/floor_div/floor_div.h"

/* 0 if b is 0; wraps around if the quotient does not fit. */
static int32_t floor_quotient(int32_t a, int32_t b) {
  if (b == 0) return 0;
  if (b == -1) return (int32_t)(0u - (uint32_t)a);
  const int32_t whole = a / b;
  return whole * b != a && (a < 0) != (b < 0) ? whole - 1 : whole;
}

static void element(const void* params, const void* a, const void* b, void* y) {
  (void)params;
  *(int32_t*)y = floor_quotient(*(const int32_t*)a, *(const int32_t*)b);
}

void nook_floor_div_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                            void* scratch) {
  (void)scratch;
  nook_binary_each(&p->walk, p, a, b, y, 4, 4, element);
}
