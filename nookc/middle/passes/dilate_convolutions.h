#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// A convolution of blocks of batches is a dilated convolution of the image:
//
//   x -> SPACE_TO_BATCH_ND -> CONV_2D -> BATCH_TO_SPACE_ND -> y
//     becomes     x -> CONV_2D(dilation, explicit padding) -> y
//
// for CONV_2D and DEPTHWISE_CONV_2D on images and on sequences (where two operators around the convolution
// add and remove a dimension of size 1). Only if nothing else reads the tensors between x and y, the stride
// is 1 along each axis with a block larger than 1, the crops remove only rows and columns that the padding
// added, and blocks and image have equal quantization, so that every byte of y is unchanged. Hybrid
// convolutions stay, because they quantize each batch separately. Returns the number of convolutions.
int dilate_convolutions(Graph& graph);

}  // namespace nookc
