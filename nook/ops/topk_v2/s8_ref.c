#include "nook/ops/topk_v2/largest.h"

NOOK_TOPK_V2(nook_topk_v2_s8_ref, int8_t)
