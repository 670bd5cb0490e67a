#include "nook/ops/minimum/minimum_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(MinimumS8, nook_minimum_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(MinimumF32, nook_minimum_f32_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(MinimumS16, nook_minimum_s16_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(MinimumS32, nook_minimum_s32_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(MinimumS64, nook_minimum_s64_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> MinimumS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> MinimumF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> MinimumS16::kernels() {
  return kS16;
}
template <>
Span<const Kernel> MinimumS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> MinimumS64::kernels() {
  return kS64;
}

}  // namespace nook

NOOK_DEFINE_OP(Minimum, minimum)
