#include "nook/ops/arg_min/arg_min_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(ArgMinS8, nook_arg_min_s8_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(ArgMinF32, nook_arg_min_f32_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

template <>
Span<const Kernel> ArgMinS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> ArgMinF32::kernels() {
  return kF32;
}

}  // namespace nook

NOOK_DEFINE_OP(ArgMin, arg_min)
