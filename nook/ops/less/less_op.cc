#include "nook/ops/less/less_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(LessS8, nook_less_s8_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(LessF32, nook_less_f32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(LessS32, nook_less_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(LessS64, nook_less_s64_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

template <>
Span<const Kernel> LessS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> LessF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> LessS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> LessS64::kernels() {
  return kS64;
}

}  // namespace nook

NOOK_DEFINE_OP(Less, less)
