#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Folds operators on single int8 elements into one table of 256 bytes, where together they are a function of
// one tensor:
//
//   x -> LOGISTIC -> t -> MUL(x, t) -> y     becomes     x -> NOOK_LOOKUP(table) -> y
//
// So are chains such as TANH -> QUANTIZE -> RELU. The operators are those of nook/ops/families/unary.h, RELU,
// RELU6, QUANTIZE, and those of two operands of which the second is the same tensor, another one that is
// folded, or one number. The reference kernels compute the table, so every byte of y is unchanged. Only when
// nothing else reads the tensors between x and y, and only where the table takes no more flash than what it
// replaces: if one of the operators has a table of its own, or if there are more than kMostUntabled. Returns
// the number of tables.
inline constexpr int kMostUntabled = 3;
int fold_tables(Graph& graph);

}  // namespace nookc
