#include "nook/ops/cos/cos_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(CosF32, nook_cos_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Cos::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Cos, cos)
