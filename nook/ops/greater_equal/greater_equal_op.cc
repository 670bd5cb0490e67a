#include "nook/ops/greater_equal/greater_equal_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {NOOK_KERNEL_ROW(GreaterEqualS8, nook_greater_equal_s8_ref, kRef, always, no_scratch,
                                          binary_in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(GreaterEqualF32, nook_greater_equal_f32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(GreaterEqualS32, nook_greater_equal_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS64[] = {
    NOOK_KERNEL_ROW(GreaterEqualS64, nook_greater_equal_s64_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

template <>
Span<const Kernel> GreaterEqualS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> GreaterEqualF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> GreaterEqualS32::kernels() {
  return kS32;
}
template <>
Span<const Kernel> GreaterEqualS64::kernels() {
  return kS64;
}

}  // namespace nook

NOOK_DEFINE_OP(GreaterEqual, greater_equal)
