#include "nook/ops/arg_max/arg_max_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(ArgMaxS8, nook_arg_max_s8_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(ArgMaxF32, nook_arg_max_f32_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

template <>
Span<const Kernel> ArgMaxS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> ArgMaxF32::kernels() {
  return kF32;
}

}  // namespace nook

NOOK_DEFINE_OP(ArgMax, arg_max)
