#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// The channels of each pixel of an image [batch, height, width, channels] as the pixels of a block.
struct DepthToSpace {
  static constexpr OpCode kCode = OpCode::kDepthToSpace;
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = DepthToSpace;
    int32_t block = 0;  // rows and columns
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<MovedAny<DepthToSpace>>;

  static Result<nook_movement> prepare_any(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

}  // namespace nook
