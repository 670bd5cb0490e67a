#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Which tensors are the same bytes under another name. A RESHAPE moves nothing when its input and output may
// be one buffer; it then needs no kernel call.
struct Storage {
  std::vector<TensorId> root;  // per tensor: the tensor whose bytes it shares, itself where it shares none
  std::vector<bool> view;      // per node: a RESHAPE that is only another name
};

// Two tensors that the application or the model places (an input, an output, a constant) can't be one buffer:
// a RESHAPE between them stays a copy.
Storage share_storage(const Graph& graph);

}  // namespace nookc
