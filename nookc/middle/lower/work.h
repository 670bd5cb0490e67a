#pragma once
#include <cstdint>

#include "nookc/graph/graph.h"

namespace nookc {

// The cost of one inference of a graph, whichever kernels run it.
struct Work {
  int64_t macs = 0;            // multiply-accumulates, padding included
  int64_t weight_bytes = 0;    // weights of convolutions and fully connected layers
  int64_t constant_bytes = 0;  // all constants that kernels read, weights included, each counted once
  int64_t peak_bytes = 0;  // most bytes of tensors alive at once, whole tensors, inputs and outputs included
};

// Computes everything except the peak. Skips nodes that prepare() refuses: lowering reports them.
Work work_of(const Graph& graph);

}  // namespace nookc
