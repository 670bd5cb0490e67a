// Runs a second model on the inputs of a first one, and compares their tensors.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nookc/front/data/signal_to_noise.h"
#include "nookc/study/quantize/network.h"
#include "web/core/answers.h"

namespace nookc::web {

class Twin {
 public:
  // `file` is among the files that the caller passes; an ONNX model is read as the first model is. `graph`,
  // which must outlive it, is the first model's. Diags of model_of(); N2000: the shapes of inputs or outputs
  // differ.
  static Result<std::unique_ptr<Twin>> make(const std::string& file, const AskedBorders& asked,
                                            const Graph& graph);

  const Graph& graph() const { return graph_; }
  const nookc::Run& run() const { return *run_; }
  // Takes the inputs of the first model, which has run on them.
  Status take(nookc::Run& first, const std::vector<Bytes>& inputs);
  // Random inputs of the first model that both can represent.
  std::vector<Bytes> random_inputs() const;
  // {decibels, of all samples; against{}, the values of the last} of a tensor of the first model; nothing:
  // the second has no counterpart.
  Json compared(TensorId id) const;

 private:
  struct Pair {
    TensorId mine = TensorId::kNone, other = TensorId::kNone;
    SignalToNoise ratio = {};
  };

  explicit Twin(const Graph& first) : first_(first) {}
  void match();

  const Graph& first_;
  Graph graph_;
  std::optional<Network> network_;  // reads graph_
  std::optional<nookc::Run> run_;   // reads network_
  std::vector<Pair> pairs_;
};

}  // namespace nookc::web
