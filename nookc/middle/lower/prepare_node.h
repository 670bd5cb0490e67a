#pragma once
#include "nook/ops/table.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Prepares the Params, kernel and scratch of one node for context.isa, which this machine need not support.
// Uses the attributes as the passes left them in the graph.
nook::Result<nook::Prepared> prepare_node(const Graph& graph, const Node& node,
                                          nook::PrepareContext& context);

}  // namespace nookc
