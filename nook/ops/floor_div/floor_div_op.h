#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/floor_div/floor_div.h"

namespace nook {

// y = the largest whole number not above a / b.
struct FloorDiv : PlainOp<FloorDiv> {
  static constexpr OpCode kCode = OpCode::kFloorDiv;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  using Forms = List<Binary<FloorDiv, DType::kF32>>;
};

using FloorDivF32 = Binary<FloorDiv, DType::kF32>;

template <>
Span<const Kernel> FloorDivF32::kernels();

}  // namespace nook
