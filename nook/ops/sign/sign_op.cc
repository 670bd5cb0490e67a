#include "nook/ops/sign/sign_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(SignF32, nook_sign_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Sign::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Sign, sign)
