#include "nook/ops/greater/greater_op.h"

#include "nook/ops/define_op.h"

NOOK_DEFINE_OP(Greater, greater)
