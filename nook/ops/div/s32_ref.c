#include "nook/ops/div/div.h"
#include "nook/ops/families/binary_segments.h"

/* Wraps around if the quotient does not fit. */
static int32_t quotient(int32_t a, int32_t b) {
  if (b == 0) return 0;
  return b == -1 ? (int32_t)(0u - (uint32_t)a) : a / b;
}

void nook_div_s32_ref(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch) {
  (void)scratch;
  nook_binary_each_s32(p, a, b, y, quotient);
}
