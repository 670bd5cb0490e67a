#include "nook/ops/dequantize/dequantize.h"

void nook_dequantize_s16_ref(const nook_dequantize_s8* p, const int16_t* x, float* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) y[i] = p->scale * (float)(x[i] - p->zero);
}
