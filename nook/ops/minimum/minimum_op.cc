#include "nook/ops/minimum/minimum_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Minimum, minimum)
