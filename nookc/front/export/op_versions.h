#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// The version that TensorFlow Lite asks for where an operator has these types, shapes and options: the least
// that has all of them. One that is too large is refused by a TensorFlow Lite that could run the operator.
int32_t version_of(const Graph& graph, const Node& node);

}  // namespace nookc
