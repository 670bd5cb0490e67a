#pragma once
#include "nookc/middle/lower/storage.h"

namespace nookc {

// Finds the steps of a graph that must keep their order because of state, in execution order. A variable is
// read and written as often as the graph says, so its readers may change places with each other, but not with
// a writer. An operator that can end the run (CIRCULAR_BUFFER) stays between the same operators with state:
// those before it advance in such a run, those after it do not.
class StateOrder {
 public:
  StateOrder(const Graph& graph, const Storage& storage);

  // The earlier steps that must stay before `step`, which executes `node`, a node of the graph.
  std::vector<size_t> before(size_t step, const Node& node);

 private:
  struct Variable {
    std::vector<size_t> writers;  // the last one, or none
    std::vector<size_t> readers;  // since then
  };
  void read(TensorId tensor, size_t step, std::vector<size_t>* all);
  void write(TensorId tensor, size_t step, std::vector<size_t>* all);

  const Graph& graph_;
  const Storage& storage_;
  std::vector<Variable> variables_;    // per buffer
  std::vector<size_t> waiting_;        // the last step that can end the run, or none
  std::vector<size_t> since_waiting_;  // steps with state since then
};

}  // namespace nookc
