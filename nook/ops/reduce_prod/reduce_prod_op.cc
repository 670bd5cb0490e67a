#include "nook/ops/reduce_prod/reduce_prod_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(ReduceProdF32, nook_reduce_prod_f32_ref, kRef, always, no_scratch, in_place, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(ReduceProdS32, nook_reduce_prod_s32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> ReduceProdF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> ReduceProdS32::kernels() {
  return kS32;
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceProd, reduce_prod)
