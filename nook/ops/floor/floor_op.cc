#include "nook/ops/floor/floor_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(FloorF32, nook_floor_f32_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

Span<const Kernel> Floor::f32_kernels() { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(Floor, floor)
