#include "nook/core/nibbles.h"
#include "nook/ops/fully_connected/reference.h"

static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero) {
  return nook_dot_nibbles(x, w, at, size, in_zero);
}

void nook_fully_connected_s4_ref(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                 const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  reference_rows(p, x, w, bias, y);
}
