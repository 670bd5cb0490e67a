#include "nook/ops/exp/exp_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(ExpF32, nook_exp_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Exp::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Exp, exp)
