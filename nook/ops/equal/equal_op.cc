#include "nook/ops/equal/equal_op.h"

#include "nook/ops/contract/define_op.h"

NOOK_DEFINE_OP(Equal, equal)
