#include "nook/ops/families/unary.h"

/* As in TensorFlow Lite, the difference of two points wraps around to 16 bits, and so does y. */
void nook_points_s16_ref(const nook_points_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i) {
    const int16_t* const at = p->points + 256 + (x[i] >> 7);
    const int32_t rise = (int16_t)(uint16_t)(at[1] - at[0]), along = x[i] & 127;
    y[i] = (int16_t)(uint16_t)(at[0] + ((rise * along + 64) >> 7));
  }
}
