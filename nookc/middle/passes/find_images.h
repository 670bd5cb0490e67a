#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Lets operators that see an image in another shape read the image itself, [1, height, width, channels].
// Keras, PyTorch and ONNX give sequences as [1, steps, channels], with a RESHAPE around each convolution:
//
//   x -> RESHAPE -> MEAN or REDUCE_MAX of all pixels -> y   =>   x -> MEAN or REDUCE_MAX -> y
//   x -> RESHAPE -> PAD -> RESHAPE -> y                     =>   x -> PAD -> y
//
// At the end of a chain, such a MEAN keeps one sum for each channel instead of the image; a convolution takes
// in such a PAD. If x is not an image, a RESHAPE makes it one of one row. Elements are added in the same
// order. Returns the number of operators changed.
int find_images(Graph& graph);

}  // namespace nookc
