#include "nook/ops/greater/greater_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Greater, greater)
