#include "nook/ops/greater/greater_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(GreaterS8, nook_greater_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(GreaterF32, nook_greater_f32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(GreaterS32, nook_greater_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(GreaterS64, nook_greater_s64_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

template <>
Span<const Kernel> GreaterS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> GreaterF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> GreaterS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> GreaterS64::kernels() {
  return kS64;
}

}  // namespace nook

NOOK_DEFINE_OP(Greater, greater)
