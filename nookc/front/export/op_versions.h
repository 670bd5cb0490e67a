#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// The version that TensorFlow Lite requires for an operator with these types, shapes and options: the lowest
// that supports all of them. A higher version would be refused by releases that could run the operator.
int32_t version_of(const Graph& graph, const Node& node);

}  // namespace nookc
