#include "nook/ops/squeeze/squeeze_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Squeeze, squeeze)
