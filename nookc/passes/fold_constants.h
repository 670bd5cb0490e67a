#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Computes at compile time what depends on constants only: the node disappears, its outputs become constants
// of the model. The reference kernel of the device computes them, so that every byte is the one that the
// device would have computed. Nodes that prepare() refuses are left for lowering, which says why, and so are
// those whose results are unused, and those behind the limits of all of them together: kFoldedSteps
// operations, and results of kFoldedBytes above four times what the model's own constants take. Returns how
// many were folded.
inline constexpr int64_t kFoldedSteps = int64_t{1} << 28;  // a second or so
inline constexpr int64_t kFoldedBytes = int64_t{1} << 24;
int fold_constants(Graph& graph);

}  // namespace nookc
