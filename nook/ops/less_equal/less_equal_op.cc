#include "nook/ops/less_equal/less_equal_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(LessEqualS8, nook_less_equal_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(LessEqualF32, nook_less_equal_f32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(LessEqualS32, nook_less_equal_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(LessEqualS64, nook_less_equal_s64_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

template <>
Span<const Kernel> LessEqualS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> LessEqualF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> LessEqualS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> LessEqualS64::kernels() {
  return kS64;
}

}  // namespace nook

NOOK_DEFINE_OP(LessEqual, less_equal)
