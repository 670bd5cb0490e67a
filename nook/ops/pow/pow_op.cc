#include "nook/ops/pow/pow_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(PowF32, nook_pow_f32_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(PowS32, nook_pow_s32_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> PowF32::kernels() {
  return kF32;
}
template <>
Span<const Kernel> PowS32::kernels() {
  return kS32;
}

}  // namespace nook

NOOK_DEFINE_OP(Pow, pow)
