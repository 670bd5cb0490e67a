#pragma once
#include <map>
#include <vector>

#include "nookc/middle/passes/recurrent/cells.h"

namespace nookc {

// A layer of cells that all read the same weights, to be written as one NOOK_LSTM, NOOK_GRU or NOOK_RNN.
struct LayerPlan {
  const Cell& cell;  // `last` is set
  TensorId x;        // [steps][batch][in] if `time_major`, otherwise [batch][steps][in]
  bool time_major, reverse;
  int32_t steps, batch;
  TensorId first, first_cell;      // states before the first step; kNone: zeros
  bool sequence, last, last_cell;  // the results
};

// Its results: the hidden states of all steps in the layout of x, the last one and the last cell; kNone if
// not wanted.
struct LayerResults {
  TensorId sequence = TensorId::kNone, last = TensorId::kNone, last_cell = TensorId::kNone;
};

// The operator, after the operators that give its operands their shape.
std::vector<Node> make_layer(Graph& graph, const LayerPlan& plan, LayerResults* results);

// kNone if `t` is a constant of zeros or filled with zeros; otherwise `t`.
TensorId unless_zeros(const Graph& graph, const Users& users, TensorId t);

// A RESHAPE of `from`, which makes `to`.
Node renamed(TensorId from, TensorId to);

// Gives results of these nodes the names by which others read them.
class NamedResults {
 public:
  NamedResults(const Graph& graph, std::vector<Node>& nodes) : graph_(graph), nodes_(nodes) {}
  // `to` takes the place of `from` if their shapes are equal and no other name has; otherwise a RESHAPE makes
  // it.
  void name(TensorId from, TensorId to);

 private:
  const Graph& graph_;
  std::vector<Node>& nodes_;
  std::map<TensorId, TensorId> named_;
};

}  // namespace nookc
