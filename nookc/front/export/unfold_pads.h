#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Before: CONV_2D or DEPTHWISE_CONV_2D with explicit padding, as `fold-pads` leaves it.
// After:  PAD, and the convolution without padding.
// Every byte of every output is preserved. Returns the number of changed convolutions.
int unfold_pads(Graph& graph);

}  // namespace nookc
