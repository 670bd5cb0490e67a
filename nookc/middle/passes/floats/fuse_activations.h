#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Replaces the operators that spell an activation by one, in float graphs:
//
//   x * relu6(x + 3) / 6                                 HARD_SWISH
//   x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))      GELU, approximate; also
//   x * sigmoid(2 * sqrt(2 / pi) * (x + 0.044715 * x^3))
//
// with factors and clamps in any order and spelling. The results change by rounding only. A part with another
// reader stays. Returns the number of new operators.
int fuse_activations(Graph& graph);

}  // namespace nookc
