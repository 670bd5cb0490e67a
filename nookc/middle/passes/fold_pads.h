#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Folds a PAD of the two spatial dimensions into the convolutions that read it: the padded image is never
// stored.
//
//   x -> PAD -> t -> CONV_2D(valid) -> y     becomes     x -> CONV_2D(explicit padding) -> y
//
// for CONV_2D and DEPTHWISE_CONV_2D. Only if nothing else reads t, the convolutions' own padding is none or
// explicit, and x and t have equal quantization. PAD writes t's zero point, and a convolution's padding
// stands for the zero point, so every byte of y is unchanged. Returns the number of folded PADs.
int fold_pads(Graph& graph);

}  // namespace nookc
