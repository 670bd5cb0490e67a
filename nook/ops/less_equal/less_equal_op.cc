#include "nook/ops/less_equal/less_equal_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(LessEqual, less_equal)
