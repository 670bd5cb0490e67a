#include "nook/ops/maximum/maximum_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Maximum, maximum)
