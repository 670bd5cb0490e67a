#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Writes the regions of IF and WHILE into a graph, around the operators of their subgraphs.
class RegionWriter {
 public:
  explicit RegionWriter(Graph& graph) : graph_(&graph) {}

  // `label` names the operator.
  void begin_if(TensorId condition, const std::string& label);
  void begin_else();
  void end_if();
  // The carried tensors begin with the values of `given`.
  void begin_loop(const std::vector<TensorId>& carried, const std::vector<TensorId>& given,
                  const std::string& label);
  void break_unless(TensorId condition);
  void end_loop(const std::vector<TensorId>& carried, const std::vector<TensorId>& next);

  // Ends the branch that began at node `from`; its values become results of the IF.
  void give(size_t from, const std::vector<TensorId>& results, const std::vector<TensorId>& values);
  // The results of operator `source` are complete.
  void done(int32_t source, const std::vector<TensorId>& results);

  // Makes `input`, a subgraph's input, another name for `given`.
  void rename(TensorId given, TensorId input);

 private:
  void mark(RegionMark::Kind kind, TensorId condition = TensorId::kNone, const std::string& label = {});
  TensorId copy(TensorId value, const std::string& name);
  void join(TensorId value, TensorId to);
  size_t maker(TensorId value);
  bool is_own(size_t from, TensorId value);

  Graph* graph_;
  std::vector<size_t> loops_;        // the first node of each open loop
  std::map<TensorId, size_t> made_;  // node that produced each value
  std::set<TensorId> given_;         // values copied to results
  size_t scanned_ = 0;               // number of nodes recorded in made_
};

}  // namespace nookc
