#include "nook/ops/logical_and/logical_and_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(LogicalAnd, logical_and)
