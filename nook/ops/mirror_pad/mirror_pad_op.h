#pragma once
#include "nook/ops/families/movement_op.h"

namespace nook {

// x with its own elements around it, as in a mirror: with its outermost elements in the mirror too, or not.
// Operand 1: [rank][before, after], constant.
struct MirrorPad : OptionsOp<OpCode::kMirrorPad, Role::kData, Role::kPrepared> {
  struct Attrs {
    using Op = MirrorPad;
    bool symmetric = false;  // the outermost elements are in the mirror
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<PickedAny<MirrorPad>>;
};

}  // namespace nook
