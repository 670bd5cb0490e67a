#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Computes at compile time what depends on constants only: the node disappears, and its outputs become
// constants of the model. The device's reference kernel computes them, so every byte is the one that the
// device would have computed. Nodes are left alone if prepare() refuses them (lowering reports why), if their
// results are unused or not finite, or if they exceed a limit on all nodes together: kFoldedSteps operations,
// and results of kFoldedBytes above four times the model's own constants. Returns the number of folded nodes.
inline constexpr int64_t kFoldedSteps = int64_t{1} << 28;  // a second or so
inline constexpr int64_t kFoldedBytes = int64_t{1} << 24;
int fold_constants(Graph& graph);

}  // namespace nookc
