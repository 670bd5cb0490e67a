#include "nook/ops/log/log_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> Log::f32_kernels() { NOOK_ONE_KERNEL(LogF32, nook_log_f32_ref, in_place); }

}  // namespace nook

NOOK_DEFINE_OP(Log, log)
