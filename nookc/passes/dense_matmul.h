#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// A product with one constant matrix is a fully connected layer, for which there are better kernels:
//
//   BATCH_MATMUL, b [1][...][depth][columns]     becomes     FULLY_CONNECTED, w [columns][depth]
//
// Only of int8, where b has the zero point 0 and a is not transposed. The sums have the same terms and are
// scaled alike, so that every byte is unchanged; a layer of float would keep what is infinite within float.
// Returns how many it was.
int dense_matmul(Graph& graph);

}  // namespace nookc
