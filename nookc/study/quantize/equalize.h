#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Before: two operators with weights; only the second reads the result of the first, directly or through a
// RELU; the weights of the first differ widely in size between its channels.
// After:  for each channel, its weights in the first and the weights that read it in the second have the same
// size (Nagel and others, 2019: cross-layer equalization). Results are the same except for rounding.
// Returns the number of pairs; 0 beside control flow.
int equalize(Graph& graph);

}  // namespace nookc
