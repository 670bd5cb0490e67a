#include "nook/ops/reshape/reshape_op.h"

#include "nook/ops/define_op.h"

NOOK_DEFINE_OP(Reshape, reshape)
