#pragma once
#include "nook/ops/families/binary_op.h"
#include "nook/ops/families/by_type.h"
#include "nook/ops/squared_difference/squared_difference.h"

namespace nook {

// int8 and int16 with any scales; int16 zero points are 0.
template <DType type>
using SquaredDifferenceQuantized = ByType<struct SquaredDifference, type, ByRows::kSlice>;

// y = (a - b) * (a - b). int32 wraps around.
struct SquaredDifference : BinaryOp<SquaredDifference, OpCode::kSquaredDifference> {
  NOOK_FORMS_BY_TYPE(nook_squared_difference);
  using Forms = List<SquaredDifferenceQuantized<DType::kS8>, Binary<SquaredDifference, DType::kF32>,
                     SquaredDifferenceQuantized<DType::kS16>, Binary<SquaredDifference, DType::kS32>>;
};

}  // namespace nook
