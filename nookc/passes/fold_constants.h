#pragma once
#include "nookc/ir/graph.h"

namespace nookc {

// Computes at compile time what depends on constants only: the node disappears, its outputs become constants
// of the model. The reference kernel of the device computes them, so that every byte is the one that the
// device would have computed. Nodes that prepare() refuses are left for lowering, which says why. Returns how
// many were folded.
int fold_constants(Graph& graph);

}  // namespace nookc
