#include "nook/ops/conv2d/reference.h"
#include "nook/ops/reference/nibbles.h"

static uint32_t dot_weights(const int8_t* x, const int8_t* w, int32_t at, int32_t size, int32_t in_zero) {
  return nook_dot_nibbles(x, w, at, size, in_zero);
}

NOOK_CONV2D_REFERENCE(nook_conv2d_s4_ref)
