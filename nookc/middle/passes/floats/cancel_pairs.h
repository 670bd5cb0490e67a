#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Removes operators that undo each other:
//
//   x -> TRANSPOSE(p) -> t -> TRANSPOSE(q) -> y     becomes     y = x, or x -> TRANSPOSE(p and q) -> y
//   x -> DEQUANTIZE -> t -> QUANTIZE -> y           becomes     y = x, if both have one scale and zero point
//
// The second operator disappears, unless y is an output of the graph; the first one if nothing else reads t.
// Preserves every byte. Returns the number of changes.
int cancel_pairs(Graph& graph);

}  // namespace nookc
