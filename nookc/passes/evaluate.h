#pragma once
#include <cstdint>
#include <vector>

#include "nookc/ir/graph.h"

namespace nookc {

// What a node computes of these operands (in[i]: the bytes of operand i, null where it is not there): the
// reference kernel of the device runs, so that every byte is the one that the device would have computed.
// Empty when prepare() refuses the node.
// Takes time as steps_of() says.
std::vector<Bytes> evaluate(const Graph& graph, const Node& node, std::vector<const void*> in);

// How many operations that takes, about: bytes of operands and results, and the multiply-accumulates or taps.
int64_t steps_of(const Graph& graph, const Node& node);

}  // namespace nookc
