#include "nook/ops/reduce_max/reduce_max_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {
    NOOK_KERNEL_ROW(ReduceMaxS8, nook_reduce_max_s8_ref, kRef, always, no_scratch, in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(ReduceMaxF32, nook_reduce_max_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> ReduceMaxS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> ReduceMaxF32::kernels() {
  return kF32;
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceMax, reduce_max)
