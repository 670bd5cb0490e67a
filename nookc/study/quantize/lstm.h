// The integer form of LSTM: its operands and the range of its cells.
#pragma once
#include <cstddef>

#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/ranges.h"
#include "nookc/study/quantize/rules.h"

namespace nookc {

// Indices of the operands of UNIDIRECTIONAL_SEQUENCE_LSTM; for operands that exist once per gate, the first
// one.
struct LstmOperands {
  static constexpr size_t kX = 0, kFromX = 1, kRecurrent = 5, kBias = 12, kHidden = 18, kCell = 19;
  static constexpr size_t kGates = 4;
};

// Whether the node is an LSTM with all of its weights, as float constants.
bool is_float_lstm(const Graph& graph, const Node& node);

// Extends `range` by the cells' values after each step of the inference that was just run. They are computed
// again, since memory holds only the values after the last step.
void add_cells(const Node& node, Run& run, const Graph& graph, Range* range);

// Symmetric, 16 bits, with a power of two as scale, as the integer form requires.
Affine affine_of_cells(const Range& range);

}  // namespace nookc
