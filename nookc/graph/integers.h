// Constants of integers: sizes, axes, margins and the like.
#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// The elements of a constant of int32 or int64; none for other tensors.
std::vector<int64_t> integers_of(const Graph& graph, TensorId t);

// Adds a constant of int32, a list if no shape is given.
TensorId add_integers(Graph& graph, const std::string& name, const nook::Shape& shape,
                      const std::vector<int32_t>& numbers);
TensorId add_integers(Graph& graph, const std::string& name, const std::vector<int32_t>& numbers);

}  // namespace nookc
