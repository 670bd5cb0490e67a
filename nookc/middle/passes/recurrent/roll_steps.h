#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Makes one NOOK_LSTM, NOOK_GRU or NOOK_RNN of the steps of an unrolled layer of floats, where two steps or
// more read the same weights:
//
//   h1 = step(x1, h0), h2 = step(x2, h1), h3 = step(x3, h2) ...
//
// Steps may be spelled as Keras, TensorFlow and PyTorch do it: separate dense layers of x and the hidden
// state or one of both, biases anywhere, gates cut out of one product or computed one by one, resets before
// or after the product, hard sigmoids in any spelling. Results change by rounding. Not where other operators
// read a tensor inside of a step, or operators of the graph keep state. Returns the number of steps.
int roll_steps(Graph& graph);
// Likewise, but layers with hard sigmoids stay.
int roll_soft_steps(Graph& graph);

}  // namespace nookc
