#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Before: two operators with weights; only the second reads the result of the first, directly or through a
// RELU; the weights of the first differ widely in magnitude between its channels.
// After:  for each channel, its weights in the first operator and the weights that read it in the second have
// the same magnitude (Nagel and others, 2019: cross-layer equalization).
// Results are the same except for rounding. Returns the number of pairs; 0 if the graph has control flow.
int equalize(Graph& graph);

}  // namespace nookc
