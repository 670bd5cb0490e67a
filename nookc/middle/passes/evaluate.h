#pragma once
#include <cstdint>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Computes a node from operands (in[i]: the bytes of operand i, null if it is missing) with the device's
// reference kernel, so that every byte is the one the device would compute. Empty if prepare() refuses the
// node. Takes time as steps_of() says.
std::vector<Bytes> evaluate(const Graph& graph, const Node& node, std::vector<const void*> in);

// About how many operations that takes: bytes of operands and results, and the multiply-accumulates or taps.
int64_t steps_of(const Graph& graph, const Node& node);

}  // namespace nookc
