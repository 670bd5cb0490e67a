#pragma once
#include "nook/ops/families/renaming_op.h"

namespace nook {

// y = x with one more dimension, of size 1. Operand 1, the axis, is ignored: y has the shape already.
struct ExpandDims : Renaming<ExpandDims, OpCode::kExpandDims, Role::kData, Role::kPrepared> {
  static Code check(const NodeView& node, PrepareContext& context) {
    return check_only_ones_differ(node, context);
  }
};

}  // namespace nook
