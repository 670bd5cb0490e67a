#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/floor/floor.h"

namespace nook {

// y = the greatest integer that is not above x.
struct Floor : PlainOp<Floor> {
  static constexpr OpCode kCode = OpCode::kFloor;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<UnaryF32<Floor>>;

  static Span<const Kernel> f32_kernels();
};

using FloorF32 = UnaryF32<Floor>;

}  // namespace nook
