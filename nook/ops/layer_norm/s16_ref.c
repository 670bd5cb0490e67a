#include <stdint.h>

typedef int16_t norm_x;
enum { kNormLeast = INT16_MIN, kNormMost = INT16_MAX };
#include "nook/ops/layer_norm/normalize_ref.h"

void nook_layer_norm_s16_ref(const nook_layer_norm* p, const int16_t* x, const int16_t* gamma,
                             const int32_t* beta, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) normalize(p, x, gamma, beta, y);
}
