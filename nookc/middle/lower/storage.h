#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Finds tensors that share bytes with another tensor, as a whole or as a part. A RESHAPE moves nothing if its
// input and output can be one buffer. An operator with `parts`, such as CONCATENATION or SPLIT, moves nothing
// if each part can be inside the whole. Such operators need no kernel call.
struct Storage {
  std::vector<TensorId> root;   // per tensor: the tensor that owns its bytes, possibly itself
  std::vector<int32_t> offset;  // per tensor: its offset in the root
  std::vector<bool> view;       // per node: it only renames bytes

  // Whether `t` is smaller than the tensor that owns its bytes.
  bool part(const Graph& graph, TensorId t) const {
    return graph[t].bytes() != graph[root[index(t)]].bytes();
  }
};

// Whether the only part of a node with `parts` is as large as the whole: a view, like a RESHAPE.
bool names_whole(const Graph& graph, const Node& node);

// Whether the node joins new rows to a variable in its window.
bool joins_window(const Graph& graph, const Node& node);

// Whether a window is as large as its variable, which forgets as many rows as are joined.
bool fills(const Graph& graph, const KeptWindow& window);

// Whether the nodes read each tensor in a window before its bytes are written again.
bool reads_windows_in_time(const Graph& graph, const Storage& storage);

// Every byte of a root keeps one value as long as it is read: a tensor becomes part of another only if all
// tensors that share its bytes are inside it. Two tensors whose addresses the application or the model
// determines (inputs, outputs, constants) can't be one buffer, so a RESHAPE between them remains a copy. The
// parts of Graph::windows are where the windows are.
Storage share_storage(const Graph& graph);

}  // namespace nookc
