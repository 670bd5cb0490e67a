#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Splits x into single elements along one axis, which the results lack.
struct Unpack : OptionsOp<OpCode::kUnpack> {
  static constexpr Signature kSignature = with_results(operands(Role::kData), kAnyNumber);
  struct Attrs {
    using Op = Unpack;
    int32_t axis = 0;  // negative: counted from the last
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<PartsAny<Unpack>>;
};

}  // namespace nook
