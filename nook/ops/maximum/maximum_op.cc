#include "nook/ops/maximum/maximum_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(MaximumS8, nook_maximum_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(MaximumF32, nook_maximum_f32_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(MaximumS16, nook_maximum_s16_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(MaximumS32, nook_maximum_s32_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(MaximumS64, nook_maximum_s64_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> MaximumS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> MaximumF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> MaximumS16::kernels() {
  return kS16;
}
template <>
Span<const Kernel> MaximumS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> MaximumS64::kernels() {
  return kS64;
}

}  // namespace nook

NOOK_DEFINE_OP(Maximum, maximum)
