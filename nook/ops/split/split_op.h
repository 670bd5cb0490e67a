#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x in equal parts along one axis: operands axis and x, as many results as there are parts.
struct Split : PlainOp<Split> {
  static constexpr OpCode kCode = OpCode::kSplit;
  static constexpr Signature kSignature = with_results(operands(Role::kPrepared, Role::kData), kAnyNumber);
  using Forms = List<PartsAny<Split>>;

  static Result<nook_parts> prepare_any(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

}  // namespace nook
