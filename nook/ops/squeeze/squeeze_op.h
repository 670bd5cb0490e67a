#pragma once
#include "nook/ops/families/renaming_op.h"

namespace nook {

// y = x without dimensions of size 1; the shape of y says which ones are removed.
struct Squeeze : Renaming<Squeeze, OpCode::kSqueeze, Role::kData> {
  static Code check(const NodeView& node, PrepareContext& context) {
    return check_only_ones_differ(node, context);
  }
};

}  // namespace nook
