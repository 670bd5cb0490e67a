#include "nook/ops/log/log_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(LogF32, nook_log_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Log::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Log, log)
