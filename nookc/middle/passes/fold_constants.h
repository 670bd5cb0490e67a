#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Computes nodes at compile time that depend only on constants, or only on shapes: the node disappears, and
// its outputs become constants of the model. The reference kernel computes them, so every byte equals
// the device's result. A node stays if prepare() refuses it (lowering reports why), if its results are unused
// or not finite, or if a limit on all nodes together is exceeded: kFoldedSteps operations, and kFoldedBytes
// of results beyond four times the model's own constants. Returns the number of folded nodes.
inline constexpr int64_t kFoldedSteps = int64_t{1} << 28;  // about a second
inline constexpr int64_t kFoldedBytes = int64_t{1} << 24;
int fold_constants(Graph& graph);
// Likewise, without the nodes that are true in `kept`.
int fold_constants(Graph& graph, const std::vector<bool>& kept);

}  // namespace nookc
