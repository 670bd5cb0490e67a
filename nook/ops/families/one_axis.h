// Operators along one axis.
#pragma once
#include "nook/model/fields.h"
#include "nook/ops/contract/op.h"

namespace nook {

// A shape seen along an axis: [outer][size][inner].
struct OneAxis {
  int32_t outer = 1, size = 1, inner = 1;
};

// The attributes of an operator whose only option is an axis, this field of its option table.
template <class Operator, const Field<int32_t>& field, int32_t usual = 0>
struct AxisOption {
  struct Attrs {
    using Op = Operator;
    int32_t axis = usual;  // negative: counted from the last
  };
  static Result<Attrs> parse(const NodeView& node) { return Attrs{node.options[field]}; }
};

// The axis of operand 0 that operand 1, a constant of one element, specifies; operand 0 has elements.
Result<OneAxis> read_axis(const NodeView& node, PrepareContext& context);
// Like read_axis(); also checks that y has the shape of operand 0 without that axis.
Result<OneAxis> index_axis(const NodeView& node, PrepareContext& context);

}  // namespace nook
