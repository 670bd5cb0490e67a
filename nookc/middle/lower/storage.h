#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Finds tensors that share bytes with another tensor, as a whole or as a part. A RESHAPE moves nothing if its
// input and output can be one buffer. An operator with `parts`, such as CONCATENATION or SPLIT, moves nothing
// if each part can be inside the whole. They then need no kernel call.
struct Storage {
  std::vector<TensorId> root;   // per tensor: the tensor whose bytes it shares, itself where it shares none
  std::vector<int32_t> offset;  // per tensor: where its bytes begin in those of its root
  std::vector<bool> view;       // per node: one that is only another name

  // Whether `t` is smaller than the tensor whose bytes it shares.
  bool part(const Graph& graph, TensorId t) const {
    return graph[t].bytes() != graph[root[index(t)]].bytes();
  }
};

// Whether the only part of a node with `parts` is as large as the whole: another name for it, as of RESHAPE.
bool names_whole(const Graph& graph, const Node& node);

// Every byte of a root keeps one value for as long as it is read: a tensor becomes part of another only if
// all tensors that share its bytes are inside it. Two tensors whose places are given by the application or
// the model (inputs, outputs, constants) can't be one buffer, so a RESHAPE between them stays a copy.
Storage share_storage(const Graph& graph);

}  // namespace nookc
