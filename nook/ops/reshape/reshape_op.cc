#include "nook/ops/reshape/reshape_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Reshape, reshape)
