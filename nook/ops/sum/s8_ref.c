#include "nook/ops/sum/total.h"

NOOK_SUM_OF_TYPE(nook_sum_s8_ref, s8, int8_t)
