#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Folds elementwise int8 operators that together are a function of one tensor into one table of 256 bytes:
//
//   x -> LOGISTIC -> t -> MUL(x, t) -> y     becomes     x -> NOOK_LOOKUP(table) -> y
//
// The same applies to chains such as TANH -> QUANTIZE -> RELU. The operators are the family
// nook/ops/families/unary.h, RELU, RELU6, QUANTIZE, and binary operators whose second operand is the same
// tensor, another folded tensor, or a single number. The reference kernels compute the table, so every byte
// of y is unchanged. Only if nothing else reads the tensors between x and y, and the table takes no more
// flash than the operators it replaces: one of them has its own table, or there are more than kMostUntabled.
// Returns the number of tables.
inline constexpr int kMostUntabled = 3;
int fold_tables(Graph& graph);

}  // namespace nookc
