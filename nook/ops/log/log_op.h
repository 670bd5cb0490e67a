#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/log/log.h"

namespace nook {

// y = the natural logarithm of x: NaN below 0, minus infinity at 0.
struct Log : UnaryOp<Log, OpCode::kLog> {
  using Forms = List<UnaryF32<Log>>;
};

}  // namespace nook
