#include "nookc/middle/passes/channels/channels.h"

namespace nookc {
namespace {

// A hostile model can declare a tensor of any size in a few bytes; no real model for a microcontroller has as
// many channels.
constexpr int64_t kMostChannels = int64_t{1} << 20;

int32_t channels_of(const Tensor& tensor) {
  const bool activation = tensor.type == nook::DType::kS8 && !tensor.constant() && !tensor.variable;
  if (!activation || tensor.scales.size() != 1 || tensor.shape.rank == 0) return 0;
  return tensor.shape.elements() > 0 ? tensor.shape.back(0) : 0;
}

}  // namespace

Channels::Channels(const Graph& graph) : first_(graph.tensors.size()), count_(graph.tensors.size()) {
  int64_t all = 0;
  for (const Tensor& tensor : graph.tensors) all += channels_of(tensor);
  if (all > kMostChannels) return;
  for (size_t i = 0; i < graph.tensors.size(); ++i) {
    first_[i] = size_;
    count_[i] = channels_of(graph.tensors[i]);
    size_ += static_cast<size_t>(count_[i]);
  }
}

}  // namespace nookc
