#include "nook/ops/not_equal/not_equal_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(NotEqualS8, nook_not_equal_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(NotEqualF32, nook_not_equal_f32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(NotEqualS32, nook_not_equal_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(NotEqualS64, nook_not_equal_s64_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kBool[] = {
    NOOK_KERNEL_ROW(NotEqualBool, nook_not_equal_bool_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> NotEqualS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> NotEqualF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> NotEqualS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> NotEqualS64::kernels() {
  return kS64;
}
template <>
Span<const Kernel> NotEqualBool::kernels() {
  return kBool;
}

}  // namespace nook

NOOK_DEFINE_OP(NotEqual, not_equal)
