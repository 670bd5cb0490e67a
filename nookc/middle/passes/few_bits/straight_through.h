#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Training passes gradients around a rounding, x + (q - x), and exporters write this down (QKeras).
//
// Before: q = f(x), NEG x, ADD q, ADD x; or SUB q - x, ADD x
// After:  q, unless one of the two is a variable
// A float result may change by its rounding. Returns the number of additions; 0 if the graph has control
// flow.
int straight_through(Graph& graph);

}  // namespace nookc
