#include "nook/ops/depthwise_conv2d/reference.h"
#include "nook/ops/reference/nibbles.h"

static inline int32_t weight_at(const int8_t* w, int32_t i) { return nook_nibble(w, i); }

NOOK_DEPTHWISE_CONV2D_REFERENCE(nook_depthwise_conv2d_s4_ref)
