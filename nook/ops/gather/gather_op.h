#pragma once
#include "nook/ops/gather/gather.h"
#include "nook/ops/op.h"

namespace nook {

// The elements of x along an axis that the indices say: operands x and indices. Those that a model has itself
// must be there; those computed at run time count as the nearest that is.
struct Gather : OptionsOp<OpCode::kGather, Role::kData, Role::kData> {
  struct Attrs {
    using Op = Gather;
    int32_t axis = 0;        // of x; negative counts from the last
    int32_t batch_dims = 0;  // outermost dimensions that x and the indices have in common
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct GatherAny>;
};

// Any type of whole bytes.
struct GatherAny : OpForm<Gather> {
  NOOK_FORM(nook_gather_runs);
};

}  // namespace nook
