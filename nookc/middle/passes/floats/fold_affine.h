#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Folds affine operators (affine.h: BatchNormalization in any spelling) into the layer before or after them:
//
//   x -> CONV_2D(w, b) -> MUL(m) -> ADD(a) -> y     becomes     x -> CONV_2D(m * w, m * b + a) -> y
//   x -> MUL(m) -> ADD(a) -> CONV_2D(w, b) -> y     becomes     x -> CONV_2D(m * w, b + sum of w * a) -> y
//
// for CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV and FULLY_CONNECTED in floating point with constant weights,
// and for BATCH_MATMUL with one constant operand, which takes multipliers only: one for all channels if the
// constant is the first operand. A MatMul and an Add are one FULLY_CONNECTED thus. A fused activation of the
// last operator stays, one in between forbids it. Nothing else reads the tensor in between. A term that is
// added before a layer folds only where no padding takes its place, and before a TRANSPOSE_CONV never.
// Weights that other layers read, too, are not scaled.
//
// Results change by rounding only: each weight and each bias is rounded once more, so a sum changes by at
// most 2^-23 of the sum of the magnitudes of its terms. Numbers that would not be finite stay. Returns the
// number of operators that disappeared.
int fold_affine(Graph& graph);

}  // namespace nookc
