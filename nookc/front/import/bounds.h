// The bounds of a SLICE or STRIDED_SLICE along each dimension of its operand.
#pragma once
#include "nookc/front/import/number.h"

namespace nookc::importing {

struct Bounds {
  Number begin;
  std::optional<Number> end;  // nothing: it depends on two computed numbers
  int64_t stride = 1;
  bool shrinks = false;  // a single element, and the result lacks the dimension

  // The number of elements, if it is known.
  std::optional<int64_t> size() const;
  // Whether the number of elements differs from run to run.
  bool varies() const { return !shrinks && end && begin.constant() != end->constant(); }
  // Whether they are all of a dimension of `dim` elements.
  bool whole(int64_t dim) const;
};

// Whether it is such a node, whose operands have the numbers that the operator needs.
bool is_slice(const Graph& graph, const Node& node);
// Nothing: a slice with computed strides, new dimensions or an ellipsis.
std::optional<std::vector<Bounds>> bounds_of(const Graph& graph, Makers& makers, const Node& node);

}  // namespace nookc::importing
