#pragma once
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// The producer and the readers of each tensor of a graph, found once. A pass that edits nodes reports the
// edits here, and adds tensors only with add().
class Users {
 public:
  explicit Users(Graph& graph);

  int uses(TensorId t) const { return uses_[index(t)]; }  // operands, plus positions among the outputs
  Node* producer(TensorId t) const;                       // null for inputs of the graph and constants
  // Returns the Op that produces `t` if `t` has exactly one reader; otherwise null.
  template <class Op>
  Node* sole_producer(TensorId t) const {
    Node* const node = uses(t) == 1 && !is_output_[index(t)] ? producer(t) : nullptr;
    return node && Graph::attrs<Op>(*node) ? node : nullptr;
  }

  TensorId add(Tensor tensor);
  void read(Node& node, size_t operand, TensorId t);  // sets an operand, which may have been or be missing
  void read_instead(TensorId t, TensorId x);          // all nodes that read `t` read `x`
  void make(Node& node, TensorId t);                  // sets its only output
  void erase(Node& node);                             // its outputs may already have another producer

 private:
  Graph& graph_;
  std::vector<int> uses_;
  std::vector<size_t> producer_;  // index into graph_.nodes
  std::vector<bool> is_output_;
};

}  // namespace nookc
