#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Before: float FULLY_CONNECTED in a network with recurrent layers (NOOK_LSTM, NOOK_GRU, NOOK_RNN).
// After:  BATCH_MATMUL and ADD, whose int16 forms have int16 weights. The weights of FULLY_CONNECTED have 8
// bits even with int16 activations, and would lose the accuracy that the recurrent layers keep.
// Results are the same except for the rounding of floats. Returns the number of layers; 0 if the graph has
// control flow.
int widen_dense(Graph& graph);

}  // namespace nookc
