#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/log/log.h"

namespace nook {

// y = the natural logarithm of x: NaN below 0, minus infinity at 0; as integers, the least y for both.
struct Log : UnaryOp<Log, OpCode::kLog> {
  using Forms = List<UnaryS8<Log>, UnaryF32<Log>, PointsS16<Log>>;
};

}  // namespace nook
