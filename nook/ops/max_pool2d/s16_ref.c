#include "nook/ops/max_pool2d/maximum.h"

NOOK_MAX_POOL(nook_max_pool2d_s16_ref, s16, int16_t, int32_t, INT16_MIN)
