// LSTM in integers: what its cells hold, and its operands.
#pragma once
#include <cstddef>

#include "nookc/quantize/network.h"
#include "nookc/quantize/ranges.h"
#include "nookc/quantize/rules.h"

namespace nookc {

// Operands of UNIDIRECTIONAL_SEQUENCE_LSTM, the first of those that there are four of.
struct LstmOperands {
  static constexpr size_t kX = 0, kFromX = 1, kRecurrent = 5, kBias = 12, kHidden = 18, kCell = 19;
  static constexpr size_t kGates = 4;
};

// Whether the node is one whose weights are all there, and constants of floats.
bool is_float_lstm(const Graph& graph, const Node& node);

// Adds what the cells hold after each step of the inference that was just run: only the last is to be seen in
// memory.
void add_cells(const Node& node, Run& run, const Graph& graph, Range* range);

// Symmetric in 16 bits; the scale is a power of two, as the integer form demands.
Affine affine_of_cells(const Range& range);

}  // namespace nookc
