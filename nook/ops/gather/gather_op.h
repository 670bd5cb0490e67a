#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/gather/gather.h"

namespace nook {

// Picks elements of x along one axis. Operands: x and indices. Constant indices must be in range; indices
// computed at run time are clamped.
struct Gather : OptionsOp<OpCode::kGather, Role::kData, Role::kData> {
  struct Attrs {
    using Op = Gather;
    int32_t axis = 0;        // axis of x; negative: counted from the last
    int32_t batch_dims = 0;  // outermost dimensions that x and the indices share
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct GatherAny>;
};

// Any type of whole bytes.
struct GatherAny : OpForm<Gather> {
  NOOK_FORM(nook_gather_segments);
};

}  // namespace nook
