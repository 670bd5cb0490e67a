#pragma once
#include <cstdint>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Computes a node with the device's reference kernel, so every byte equals the device's result.
// in[i] points to the bytes of operand i, null if it is missing. Returns nothing if prepare() refuses the
// node. steps_of() estimates the time.
std::vector<Bytes> evaluate(const Graph& graph, const Node& node, std::vector<const void*> in);

// The approximate number of operations of evaluate(): bytes of operands and results, plus
// multiply-accumulates or taps.
int64_t steps_of(const Graph& graph, const Node& node);

}  // namespace nookc
