#include "nook/ops/floor_div/floor_div_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(FloorDivF32, nook_floor_div_f32_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> FloorDivF32::kernels() {
  return kF32;
}

}  // namespace nook

NOOK_DEFINE_OP(FloorDiv, floor_div)
