#include <float.h>

#include "nook/ops/max_pool2d/maximum.h"

NOOK_MAX_POOL(nook_max_pool2d_f32_ref, f32, float, float, -FLT_MAX)
