// Variables that carry a value of the network from one inference to the next (front/borders/keep_states.h,
// and variables that a model names): samples of such a network are steps in time.
#pragma once
#include "nookc/study/quantize/constants.h"

namespace nookc {

// Whether the node stores the next value of a variable: a RESHAPE, or a QUANTIZE or DEQUANTIZE, whose result
// is the variable.
bool stores_variable(const Graph& graph, const Node& node);

// Whether the node does so in floats, which can become integers: a RESHAPE outside of control flow.
bool stores_float(const Graph& graph, size_t n);

// Which tensors are variables with such a node.
std::vector<bool> streamed(const Graph& graph);

// The cells of LSTM layers have 16 bits also where other activations have 8: gives int16 to the RESHAPEs that
// lead from them, and to them.
void widen_cells(const Graph& graph, std::vector<Precision>& precisions);

}  // namespace nookc
