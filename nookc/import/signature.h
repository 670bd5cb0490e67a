#pragma once
#include "nook/model/model.h"
#include "nookc/ir/graph.h"

namespace nookc {

// The names that the exporter gave to inputs and outputs say more than those of the tensors.
void name_by_signature(const nook::SignatureView& signature, Graph& graph);

}  // namespace nookc
