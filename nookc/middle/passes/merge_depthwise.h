#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Depthwise convolutions of the parts of one image, whose results are joined again, are one depthwise
// convolution:
//
//   x -> channels 0..n, last rows  -> DEPTHWISE_CONV_2D -> CONCATENATION     x -> DEPTHWISE_CONV_2D
//     -> channels n..m, other rows -> DEPTHWISE_CONV_2D ->
//
// The parts are made by SPLIT, SPLIT_V, SLICE and STRIDED_SLICE. Filters of fewer rows get rows of zeros, so
// that all begin at the same row; a term with a weight of zero adds nothing to a sum of integers. Mixed
// filter sizes (MixConv) are written so. Without padding, for int8 and int16 with symmetric weights, if the
// filters with zeros take at most half as many multiplications more. All bytes of the joined tensor are
// unchanged. Returns the number of joined convolutions.
int merge_depthwise(Graph& graph);

}  // namespace nookc
