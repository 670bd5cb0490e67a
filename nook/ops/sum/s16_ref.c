#include "nook/ops/sum/total.h"

NOOK_SUM_OF_TYPE(nook_sum_s16_ref, s16, int16_t)
