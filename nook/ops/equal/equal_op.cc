#include "nook/ops/equal/equal_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(EqualS8, nook_equal_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(EqualF32, nook_equal_f32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(EqualS32, nook_equal_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(EqualS64, nook_equal_s64_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kBool[] = {
    NOOK_KERNEL_ROW(EqualBool, nook_equal_bool_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> EqualS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> EqualF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> EqualS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> EqualS64::kernels() {
  return kS64;
}
template <>
Span<const Kernel> EqualBool::kernels() {
  return kBool;
}

}  // namespace nook

NOOK_DEFINE_OP(Equal, equal)
