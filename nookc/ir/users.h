#pragma once
#include <vector>

#include "nookc/ir/graph.h"

namespace nookc {

// Who makes and who reads each tensor of a graph, found once. A pass that edits nodes says so here, and adds
// no tensors meanwhile.
class Users {
 public:
  explicit Users(Graph& graph);

  int uses(TensorId t) const { return uses_[index(t)]; }  // operands, and places among the outputs
  Node* producer(TensorId t) const;                       // null for inputs of the graph and constants
  // The Op that makes `t`, if it is one and nothing but one operand reads the tensor; else null.
  template <class Op>
  Node* sole_producer(TensorId t) const {
    Node* const node = uses(t) == 1 && !is_output_[index(t)] ? producer(t) : nullptr;
    return node && Graph::attrs<Op>(*node) ? node : nullptr;
  }

  void read(Node& node, size_t operand, TensorId t);  // from now on
  void make(Node& node, TensorId t);                  // its only output, from now on
  void erase(Node& node);                             // its outputs may have another producer by then

 private:
  Graph& graph_;
  std::vector<int> uses_;
  std::vector<size_t> producer_;  // of graph_.nodes
  std::vector<bool> is_output_;
};

}  // namespace nookc
