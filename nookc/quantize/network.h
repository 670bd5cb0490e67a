// A graph that runs on this machine with the values of all its tensors to be seen.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "nook/ops/table.h"
#include "nookc/core/diag.h"
#include "nookc/ir/graph.h"

namespace nookc {

// Every operator of a graph, prepared for its reference kernel: what it computes is what the device computes.
// The graph must outlive it. Threads may share it: what changes is in a Run.
class Network {
 public:
  // Diags N3010, N3011: an operator is refused; N3050: control flow, or operators that skip results.
  static Result<Network> make(const Graph& graph);

  const Graph& graph() const { return *graph_; }
  // Whether a sample changes what those after it give: with SVDF, samples are steps in time.
  bool remembers() const { return !remembered_.empty(); }

 private:
  friend class Run;
  struct Step {
    const Node* node;
    nook::Prepared op;
    std::vector<uint64_t> memory;  // of its arguments
    size_t operands = 0;           // that the kernel reads
  };

  const Graph* graph_ = nullptr;
  std::vector<Step> steps_;
  size_t scratch_ = 0, state_ = 0;    // bytes: the most of one kernel, all
  std::vector<TensorId> remembered_;  // the state of SVDF
};

// The memory of one inference: a buffer for each tensor, so that all are there when it is over.
class Run {
 public:
  explicit Run(const Network& network);

  // State is as it is at first, but that of SVDF, which is as the run before has left it.
  void run(const std::vector<Bytes>& inputs);
  // The elements of an activation or a constant, as floats: `scale * (q - zero)` of quantized ones.
  std::span<const float> real(TensorId tensor);
  const std::byte* data(TensorId tensor) const;

 private:
  std::byte* buffer(TensorId tensor) { return reinterpret_cast<std::byte*>(buffers_[index(tensor)].data()); }
  void reset();

  const Network& network_;
  std::vector<std::vector<uint64_t>> buffers_;  // of activations; empty: a constant
  std::vector<uint64_t> scratch_, state_;
  std::vector<float> real_;
  bool begun_ = false;
};

}  // namespace nookc
