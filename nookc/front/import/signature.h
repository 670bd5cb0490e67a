#pragma once
#include "nook/model/model.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Names inputs and outputs by the exporter's first signature of the subgraph that runs; those names are more
// meaningful than the tensors'.
void name_by_signature(const nook::Model& model, Graph& graph);

}  // namespace nookc
