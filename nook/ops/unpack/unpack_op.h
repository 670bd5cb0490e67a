#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x in parts of one element along an axis, which they have not got.
struct Unpack : OptionsOp<OpCode::kUnpack> {
  static constexpr Signature kSignature = with_results(operands(Role::kData), kAnyNumber);
  struct Attrs {
    using Op = Unpack;
    int32_t axis = 0;  // negative counts from the last
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<PartsAny<Unpack>>;
};

}  // namespace nook
