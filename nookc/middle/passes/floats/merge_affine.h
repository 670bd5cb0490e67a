#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Merges chains of affine operators with constants (affine.h) where fewer of them remain:
//
//   x -> MUL(2) -> MUL(3) -> y     becomes     x -> MUL(6) -> y
//   x -> ADD(1) -> MUL(2) -> SUB(5) -> DIV(4) -> y     becomes     x -> MUL(0.5) -> ADD(-0.75) -> y
//
// Only if nothing else reads the tensors in between, which have no fused activation; the activation of the
// last operator stays. Results change by rounding only: by at most 2^-22 of the largest magnitude among m *
// x, a and y of the merged operators. Numbers that would not be finite stay. Returns the number of operators
// that disappeared.
int merge_affine(Graph& graph);

}  // namespace nookc
