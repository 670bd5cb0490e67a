#include "nook/ops/reduce_min/reduce_min_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(ReduceMinS8, nook_reduce_min_s8_ref, kRef, always, no_scratch, in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(ReduceMinF32, nook_reduce_min_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> ReduceMinS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> ReduceMinF32::kernels() {
  return kF32;
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceMin, reduce_min)
