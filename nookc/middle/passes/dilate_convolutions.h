#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// A convolution of blocks of batches is a dilated convolution of the image:
//
//   x -> SPACE_TO_BATCH_ND -> CONV_2D -> BATCH_TO_SPACE_ND -> y     becomes     x -> CONV_2D(dilation,
//   explicit
//                                                                                   padding) -> y
//
// for CONV_2D and DEPTHWISE_CONV_2D, of images and of sequences (where the convolution lies between two
// operators that add and remove a dimension of size 1). Only when nothing else reads the tensors between x
// and y, when the stride is 1 where the block is larger, when the crops leave no row or column out that the
// padding has not added, and when blocks and image are quantized alike, so that every byte of y is unchanged.
// Hybrid convolutions stay: they quantize each batch by itself. Returns the number of convolutions.
int dilate_convolutions(Graph& graph);

}  // namespace nookc
