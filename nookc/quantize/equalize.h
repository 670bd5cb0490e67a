#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Before: two operators with weights, the second alone reads what the first makes, a RELU or nothing between
// them; the channels of the first have weights of very different sizes.
// After:  each channel's weights in the first and those that read it in the second are equally large (Nagel
// and others, 2019: cross-layer equalization). The network computes the same but for rounding.
// Returns how many pairs.
int equalize(Graph& graph);

}  // namespace nookc
