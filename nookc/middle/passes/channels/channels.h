#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc {

// Numbers the channels (indices along the last dimension) of all int8 activations of a graph. Constants,
// other types, and graphs with too many channels get none.
class Channels {
 public:
  explicit Channels(const Graph& graph);

  // False for tensors created later.
  bool has(TensorId tensor) const { return index(tensor) < count_.size() && count_[index(tensor)] > 0; }
  int32_t count(TensorId tensor) const { return count_[index(tensor)]; }
  size_t number(TensorId tensor, int32_t channel) const {
    return first_[index(tensor)] + static_cast<size_t>(channel);
  }
  size_t size() const { return size_; }  // the number of channels of all tensors

 private:
  std::vector<size_t> first_;
  std::vector<int32_t> count_;  // per tensor; 0: none
  size_t size_ = 0;
};

}  // namespace nookc
