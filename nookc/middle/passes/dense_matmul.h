#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// A product with one constant matrix is a fully connected layer, which has better kernels:
//
//   BATCH_MATMUL, b [1][...][depth][columns]     becomes     FULLY_CONNECTED, w [columns][depth]
//
// Only for int8, if b has the zero point 0 and a is not transposed. The sums have the same terms and are
// scaled alike, so every byte is unchanged. Returns the number of changed nodes.
int dense_matmul(Graph& graph);

// Likewise for floats, among the simplifications (passes/floats): affine operators fold into a layer with a
// bias, as after a MatMul with an Add. The sums have the same terms in the same order; in a model that is not
// from ONNX, a result beyond the largest float becomes the largest float. A matrix that another operator
// reads as it is stays. Returns the number of changed nodes.
int dense_float_matmul(Graph& graph);

}  // namespace nookc
