#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Makes one NOOK_LSTM, NOOK_GRU or NOOK_RNN of a WHILE whose body is a step of such a layer of floats, as
// Keras writes it:
//
//   h = first
//   for t = 0, 1 ... steps - 1: h = step(GATHER(x, t), h), all[t] = h
//
// `steps` is a constant, and the body computes nothing else. Results change by rounding. Returns the number
// of loops that became layers; other regions stay.
int roll_loops(Graph& graph);

}  // namespace nookc
