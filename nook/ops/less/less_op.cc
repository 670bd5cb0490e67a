#include "nook/ops/less/less_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Less, less)
