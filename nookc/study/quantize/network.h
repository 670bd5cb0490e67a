// Runs a graph on this machine and exposes the values of all its tensors.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "nook/ops/table.h"
#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/lowered_nodes.h"

namespace nookc {

// Every operator of a graph, prepared for a kernel that writes the bytes of the reference: results equal the
// device's and do not depend on this machine. The graph must outlive it. Threads may share a Network; all
// mutable state is in a Run.
class Network {
 public:
  // Diags N3010, N3011: an operator is refused; N3050: an operator skips results.
  static Result<Network> make(const Graph& graph, KernelRows rows = KernelRows::kAll);

  const Graph& graph() const { return *graph_; }
  // Whether a sample affects the results of later ones: with SVDF and with variables that carry a value to
  // the next inference, samples are steps in time.
  bool remembers() const { return !remembered_.empty(); }

 private:
  friend class Run;
  struct Step {
    const Node* node;
    nook::Prepared op;
    std::shared_ptr<uint64_t[]> memory;   // memory of its Params
    std::shared_ptr<const Bytes> packed;  // packed weights, if its kernel takes them
    size_t operands = 0;                  // number of operands that the kernel reads
    size_t state = 0;                     // offset of its state in bytes
  };
  // One move of the run: execute a step, or jump to another move, always or if a condition does not hold.
  struct Move {
    enum class Kind : uint8_t { kStep, kGo, kGoUnless } kind;
    size_t to = 0;  // index of a step or of a move
    TensorId condition = TensorId::kNone;
  };
  class Mover;

  Status add_step(size_t n, LoweredNodes& nodes, KernelRows rows);

  const Graph* graph_ = nullptr;
  std::vector<Step> steps_;
  std::vector<Move> moves_;
  std::vector<size_t> root_;          // per tensor: the tensor that owns its bytes
  size_t scratch_ = 0, state_ = 0;    // bytes: the largest scratch of any kernel; the state of all
  std::vector<TensorId> remembered_;  // the state of SVDF, and variables
};

// The memory of one inference: a buffer for each tensor, so that all values remain afterwards.
class Run {
 public:
  // State that a run takes over from the previous one: in SVDF and variables (streams.h), whose samples are
  // steps in time; or all, as on the device.
  enum class Keeps : uint8_t { kStreams, kAll };
  explicit Run(const Network& network, Keeps keeps = Keeps::kStreams);

  // The first run begins with the initial state. Diag N3054: a loop of the model does not end.
  Status run(const std::vector<Bytes>& inputs);
  // The elements of an activation or a constant as floats; quantized ones are `scale * (q - zero)`.
  std::span<const float> real(TensorId tensor);
  const std::byte* data(TensorId tensor) const;

 private:
  std::byte* buffer(TensorId tensor) {
    return reinterpret_cast<std::byte*>(buffers_[network_.root_[index(tensor)]].data());
  }
  void reset();
  void take(const Network::Step& step);

  const Network& network_;
  Keeps keeps_;
  std::vector<std::vector<uint64_t>> buffers_;  // bytes of activations; empty for constants
  std::vector<uint64_t> scratch_, state_;
  std::vector<float> real_;
  std::vector<const void*> in_;
  std::vector<void*> out_;
  bool begun_ = false;
};

}  // namespace nookc
