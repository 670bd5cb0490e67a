#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Which tensors are the same bytes under another name, or a part of another's. A RESHAPE moves nothing when
// its input and output may be one buffer, nor does a CONCATENATION or a STRIDED_SLICE that has `parts` when
// each part may be in the whole; they then need no kernel call.
struct Storage {
  std::vector<TensorId> root;   // per tensor: the tensor whose bytes it shares, itself where it shares none
  std::vector<int32_t> offset;  // per tensor: where its bytes begin in those of its root
  std::vector<bool> view;       // per node: one that is only another name

  // Whether `t` is less than the tensor whose bytes it shares.
  bool part(const Graph& graph, TensorId t) const {
    return graph[t].bytes() != graph[root[index(t)]].bytes();
  }
};

// Every byte of a root has one value for as long as anybody reads it: a tensor goes into another only if all
// that shares its bytes is inside of it. Two tensors that the application or the model places (an input, an
// output, a constant) can't be one buffer: a RESHAPE between them stays a copy.
Storage share_storage(const Graph& graph);

}  // namespace nookc
