#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Folds RELU and RELU6 into the operator that feeds them: one kernel call and one buffer fewer.
//
//   x -> CONV_2D -> t -> RELU -> y     becomes     x -> CONV_2D(relu) -> y
//
// for every operator that supports a fused activation and has none yet. Only if nothing else reads t, and t
// and y have the same type, scale and zero point, so that every byte of y is unchanged. Returns the number of
// folded activations.
int fold_activations(Graph& graph);

}  // namespace nookc
