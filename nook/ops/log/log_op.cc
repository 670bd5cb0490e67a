#include "nook/ops/log/log_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_log_f32_ref, in_place, UnaryF32<Log>)

}  // namespace nook

NOOK_DEFINE_OP(Log, log)
