#include "nook/ops/topk_v2/largest.h"

NOOK_TOPK_V2(nook_topk_v2_s32_ref, int32_t)
