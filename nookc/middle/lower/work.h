#pragma once
#include <cstdint>

#include "nookc/graph/graph.h"

namespace nookc {

// The cost of one inference of a graph, whichever kernels run it.
struct Work {
  int64_t macs = 0;            // multiply-accumulates, padding included
  int64_t weight_bytes = 0;    // of convolutions and fully connected
  int64_t constant_bytes = 0;  // of all constants that kernels read, those included, each once
  int64_t peak_bytes = 0;      // of tensors alive at once, as wholes, inputs and outputs among them
};

// Everything except the peak. Nodes that prepare() refuses count nothing: lowering reports them.
Work work_of(const Graph& graph);

}  // namespace nookc
