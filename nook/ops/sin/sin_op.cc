#include "nook/ops/sin/sin_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(SinF32, nook_sin_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Sin::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Sin, sin)
