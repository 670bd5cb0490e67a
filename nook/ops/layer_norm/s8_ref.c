#include <stdint.h>

typedef int8_t norm_x;
enum { kNormLeast = INT8_MIN, kNormMost = INT8_MAX };
#include "nook/ops/layer_norm/normalize_ref.h"

void nook_layer_norm_s8_ref(const nook_layer_norm* p, const int8_t* x, const int16_t* gamma,
                            const int32_t* beta, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) normalize(p, x, gamma, beta, y);
}
