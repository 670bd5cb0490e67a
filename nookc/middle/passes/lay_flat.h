#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Turns networks over sequences that are stored as images of one column, [1, steps, 1, channels], on their
// side: [1, 1, steps, channels]. No byte moves, and filters of one column become filters of one row, with the
// same weights. Kernels compute several pixels of a row at once, but only one of a column. A RESHAPE, which
// costs nothing, separates such operators from inputs, outputs and others that keep their shapes. Operators
// that could run row by row with one that has to keep its shape stay with it. Returns the number of operators
// that were turned.
int lay_flat(Graph& graph);

}  // namespace nookc
