#pragma once
#include "nook/model/model.h"
#include "nookc/ir/graph.h"

namespace nookc {

// Names inputs and outputs by the exporter's signature, which says more than the tensors' names.
void name_by_signature(const nook::SignatureView& signature, Graph& graph);

}  // namespace nookc
