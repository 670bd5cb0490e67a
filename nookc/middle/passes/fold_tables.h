#pragma once
#include "nookc/middle/lower/choose_kernel.h"

namespace nookc {

// Folds elementwise int8 operators that together are a function of one tensor into one table of 256 bytes:
//
//   x -> LOGISTIC -> t -> MUL(x, t) -> y     becomes     x -> NOOK_LOOKUP(table) -> y
//
// The same applies to chains such as TANH -> QUANTIZE -> RELU. The operators are the family
// nook/ops/families/unary.h, RELU, RELU6, QUANTIZE, and binary operators whose second operand is the same
// tensor, another folded tensor, or a single number, also one that fills a tensor. Between DEQUANTIZE and
// QUANTIZE they may compute in floating point, with comparisons, CAST and SELECT:
//
//   x -> DEQUANTIZE -> f -> EXP -> TANH -> MUL(f) -> QUANTIZE -> y     becomes     x -> NOOK_LOOKUP -> y
//
// The reference kernels compute the table, so every byte of y is unchanged. Nothing else may read an int8
// tensor between x and y; a float tensor that others read stays. The table takes no more flash
// than the operators it replaces: one of them has its own table or computes in floating point, or there are
// more than kMostUntabled. Tensors of int16 stay: a table of theirs has 65,536 entries, and interpolation is
// not exact. Returns the number of tables.
inline constexpr int kMostUntabled = 3;
int fold_tables(Graph& graph);

// Likewise. Two operators suffice where y has at least kManyElements, unless weights have to stay small: a
// hard sigmoid written as ADD 3, RELU6, MUL 1/6 takes many times as long as a table, which needs more
// constants.
inline constexpr int32_t kManyElements = 256;
int fold_tables_for(Graph& graph, const KernelChoice& choice);

}  // namespace nookc
