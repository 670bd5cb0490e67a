#include "nook/ops/expand_dims/expand_dims_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(ExpandDims, expand_dims)
