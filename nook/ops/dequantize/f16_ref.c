#include "nook/ops/dequantize/dequantize.h"
#include "nook/ops/reference/half.h"

void nook_dequantize_f16_ref(const nook_dequantize_f16* p, const uint16_t* x, float* y,
                             void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = nook_half(x[i]);
}
