#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// x -> SPLIT or SPLIT_V -> a       x -> STRIDED_SLICE -> a
//                       -> b  =>   x -> STRIDED_SLICE -> b
//
// where the parts are not contiguous in x, such as channels of an image or a sequence. Each slice can then
// run row by row in a chain, and right before the operator that reads it. A SPLIT whose parts only the
// application reads stays. All bytes are unchanged. Returns the number of operators that were cut.
int cut_splits(Graph& graph);

}  // namespace nookc
