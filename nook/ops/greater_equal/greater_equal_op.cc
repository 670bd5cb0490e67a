#include "nook/ops/greater_equal/greater_equal_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(GreaterEqual, greater_equal)
