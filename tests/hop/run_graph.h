// Runs a graph operator by operator with the reference kernels, without planning or generated code.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "nook/ops/table.h"
#include "nookc/graph/graph.h"

namespace hop {

class GraphRun {
 public:
  // The graph must outlive the run, and verify().
  explicit GraphRun(const nookc::Graph& graph);

  // The outputs; nothing: an operator needs more runs for a result.
  std::optional<std::vector<nookc::Bytes>> run(const std::vector<nookc::Bytes>& inputs);
  bool sound() const { return sound_; }  // prepare() accepts every operator

 private:
  struct Step {
    const nookc::Node* node;
    std::unique_ptr<uint64_t[]> memory;
    nook::Prepared op;
    std::vector<uint64_t> state, scratch;
  };
  void prepare(const nookc::Node& node);

  const nookc::Graph& graph_;
  std::vector<nookc::Bytes> bytes_;  // per tensor
  std::vector<Step> steps_;
  bool sound_ = true;
};

}  // namespace hop
