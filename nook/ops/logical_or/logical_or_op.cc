#include "nook/ops/logical_or/logical_or_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(LogicalOr, logical_or)
