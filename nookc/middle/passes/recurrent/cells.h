#pragma once
#include <optional>
#include <set>
#include <vector>

#include "nookc/middle/passes/recurrent/sums.h"

namespace nookc {

enum class CellKind : uint8_t { kLstm, kGru, kRnn };

// One step of a recurrent layer of floats, with matrices of floats or of int8. Tensors are roots: RESHAPE is
// looked through.
//
//   LSTM: cell = f * last_cell + i * candidate(g), hidden = o * output(cell)         gates i, f, g, o
//   GRU:  hidden = z * last + (1 - z) * candidate(x + r * h), or h of r * last       gates z, r, x, h
//   RNN:  hidden = candidate(x)                                                      gate x
struct Cell {
  CellKind kind = CellKind::kRnn;
  TensorId hidden = TensorId::kNone, cell = TensorId::kNone, last_cell = TensorId::kNone;
  // The hidden state of the step before; kNone: the operators do not say which of the two operands it is.
  TensorId last = TensorId::kNone;
  std::vector<TensorId> sources;  // x and the hidden state of the step before, in any order
  std::vector<Sum> gates;
  int32_t gate = 0, candidate = 0, output = 0;  // functions, kNookRecurrentTanh or another
  float gate_alpha = 0, gate_beta = 0;          // slope and offset, hard sigmoids only
  bool reset_after = false;                     // a GRU only
  bool bytes = false, asymmetric = false;       // matrices are int8 (see Product)
  int32_t cells = 0;
  std::set<size_t> nodes;  // the operators of the step
};

// The number of elements that one step reads from each row of x, once `last` is set; -1: the matrices
// contradict each other.
int32_t width_of(const Cell& cell);

// The cell whose hidden state a node computes.
std::optional<Cell> cell_of(const Graph& graph, const Users& users, const Node& node);

}  // namespace nookc
