#pragma once
#include <vector>

#include "nookc/middle/passes/recurrent/cells.h"

namespace nookc {

// The steps of an unrolled layer in their order: equal cells with equal weights, each of which reads the
// states that the one before computes.
struct UnrolledLayer {
  std::vector<Cell> cells;  // `last` is set
  std::vector<TensorId> x;  // the operand of each step

  size_t steps() const { return cells.size(); }
};

// All layers of two steps or more.
std::vector<UnrolledLayer> find_unrolled(const Graph& graph, const Users& users);

// Sets `last` of a cell; returns its other source.
TensorId set_last(Cell& cell, TensorId last);

}  // namespace nookc
