#include "nook/ops/squeeze/squeeze_op.h"

#include "nook/ops/define_op.h"

NOOK_DEFINE_OP(Squeeze, squeeze)
