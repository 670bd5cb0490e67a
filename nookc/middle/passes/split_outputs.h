#pragma once
#include <map>

#include "nookc/graph/graph.h"

namespace nookc {

// Divides FULLY_CONNECTED and CONV_2D by their outputs, so that each call reads a part of the weights:
//
//   x, w [out][in], bias -> FULLY_CONNECTED -> y
//   becomes
//   x, w [0:n], bias [0:n] -> FULLY_CONNECTED -> y0,
//   x, w [n:m], bias [n:m] -> FULLY_CONNECTED -> y1,
//   y0, y1 -> CONCATENATION -> y
//
// `most`: by the operator's number in the model, the most outputs of a part. The parts are of about the same
// size. All bytes are unchanged. Runs before make_views(), by which the parts of a single row or pixel are
// written directly into y. Returns the number of divided operators.
int split_outputs(Graph& graph, const std::map<int32_t, int32_t>& most);

// Appends the parts of one such node, which outputs_of_layer() allows, and the CONCATENATION.
void append_parts(Graph& graph, const Node& node, int32_t most, std::vector<Node>& to);

// The number of outputs that split_outputs() can divide; 0: it leaves the node alone.
int32_t outputs_of_layer(const Graph& graph, const Node& node);

}  // namespace nookc
