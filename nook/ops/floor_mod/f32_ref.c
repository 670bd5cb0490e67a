#include <math.h>

#include "nook/ops/families/binary_segments.h"
#include "nook/ops/floor_mod/floor_mod.h"

static float floor_mod(float a, float b) {
  const float rest = fmodf(a, b);
  return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
}

void nook_floor_mod_f32_ref(const nook_binary* p, const float* a, const float* b, float* y, void* scratch) {
  (void)scratch;
  nook_binary_plain_f32(p, a, b, y, floor_mod);
}
