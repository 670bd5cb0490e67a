#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// A product with one constant matrix is a fully connected layer, which has better kernels:
//
//   BATCH_MATMUL, b [1][...][depth][columns]     becomes     FULLY_CONNECTED, w [columns][depth]
//
// Only for int8, if b has the zero point 0 and a is not transposed. The sums have the same terms and are
// scaled alike, so every byte is unchanged. A float layer would differ in how it clamps infinities. Returns
// the number of changed nodes.
int dense_matmul(Graph& graph);

}  // namespace nookc
