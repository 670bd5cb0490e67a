#include "nook/ops/floor_mod/floor_mod_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(FloorModF32, nook_floor_mod_f32_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> FloorModF32::kernels() {
  return kF32;
}

}  // namespace nook

NOOK_DEFINE_OP(FloorMod, floor_mod)
