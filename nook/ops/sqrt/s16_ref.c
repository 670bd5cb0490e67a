#include <math.h>

#include "nook/ops/sqrt/sqrt.h"

/* volatile: no machine may keep more precision than a float has. */
void nook_sqrt_s16_ref(const nook_sqrt_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    volatile const float real = p->x_scale * (float)(x[i] > 0 ? x[i] : 0);
    volatile const float root = sqrtf(real);
    volatile const float units = root / p->y_scale;
    y[i] = units < 32767.0f ? (int16_t)units : INT16_MAX;
  }
}
