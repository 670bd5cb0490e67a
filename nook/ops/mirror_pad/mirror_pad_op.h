#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// Pads x with its own elements, mirrored; the outermost elements are repeated or not. Operand 1:
// [rank][before, after], constant.
struct MirrorPad : OptionsOp<OpCode::kMirrorPad, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = MirrorPad;
    bool symmetric = false;  // repeats the outermost elements
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<PickedAny<MirrorPad>>;
};

}  // namespace nook
