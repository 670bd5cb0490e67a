#include "nook/ops/not_equal/not_equal_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(NotEqual, not_equal)
