#pragma once
#include <vector>

#include "nookc/graph/users.h"

namespace nookc {

// The inputs of all steps of a layer as one tensor, [steps][batch][in] or [batch][steps][in].
struct Sequence {
  TensorId x = TensorId::kNone;
  bool time_major = true, reverse = false;
  std::vector<Node> nodes;  // that make it
};

// From the tensors that the steps read. Slices of one tensor, in order or backwards, become that tensor.
Sequence sequence_of(Graph& graph, const Users& users, const std::vector<TensorId>& steps, int32_t batch);

}  // namespace nookc
