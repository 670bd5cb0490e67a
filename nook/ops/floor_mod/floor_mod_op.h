#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/floor_mod/floor_mod.h"

namespace nook {

// y = what is left of a after a whole number of times b, of the sign of b.
struct FloorMod : PlainOp<FloorMod> {
  static constexpr OpCode kCode = OpCode::kFloorMod;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<FloorMod, DType::kF32>>;
};

using FloorModF32 = Binary<FloorMod, DType::kF32>;

template <>
Span<const Kernel> FloorModF32::kernels();

}  // namespace nook
