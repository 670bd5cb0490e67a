#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// DEQUANTIZE of a constant, FULLY_CONNECTED (or CONV_2D, DEPTHWISE_CONV_2D) of floats -> the layer with the
// constant, whose weights stay int4, int8 or float16 in flash and become floats while a kernel reads them,
// each the same float as before. A RESHAPE may lie between the two; then the layer may have a scale for each
// part of a channel. The DEQUANTIZE remains if something else reads it.
int narrow_weights(Graph& graph);

// For each node, whether it is only there for the weights of such layers; so folding it would make them wide.
std::vector<bool> widens_weights(Graph& graph);

// Whether the pass has changed that node.
bool has_narrow_weights(const Node& node);

}  // namespace nookc
