// Operators along one axis.
#pragma once
#include "nook/ops/op.h"

namespace nook {

// A shape seen along an axis: [outer][size][inner].
struct OneAxis {
  int32_t outer = 1, size = 1, inner = 1;
};

// The axis of operand 0 that operand 1, a constant of one element, names; operand 0 has elements.
Result<OneAxis> read_axis(const NodeView& node, PrepareContext& context);
// The same; y has the shape of operand 0 without that axis.
Result<OneAxis> index_axis(const NodeView& node, PrepareContext& context);

}  // namespace nook
