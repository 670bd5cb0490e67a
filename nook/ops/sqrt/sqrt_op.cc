#include "nook/ops/sqrt/sqrt_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(SqrtF32, nook_sqrt_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Sqrt::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Sqrt, sqrt)
