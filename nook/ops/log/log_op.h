#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/log/log.h"

namespace nook {

// y = the natural logarithm of x; of numbers below 0 no number, of 0 minus infinity.
struct Log : UnaryOp<Log, OpCode::kLog> {
  using Forms = List<UnaryF32<Log>>;
};

}  // namespace nook
