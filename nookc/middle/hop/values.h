#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// The bytes of every tensor if each input holds the value of padding, 0, in all frames: constants as they
// are, and nothing for tensors that no operator writes. Nothing at all: a node's kernel does not run here.
std::vector<Bytes> values_of_padding(const Graph& graph);

}  // namespace nookc
