#pragma once
#include "nook/core/reason.h"
#include "nookc/core/diag.h"
#include "nookc/ir/graph.h"

namespace nookc {

// Puts a rejection by prepare() into words: "CONV_2D ... : the channels of operand 1: need 8, have 7".
Diag refusal(const Graph& graph, const Node& node, nook::Code code, const nook::Refusal& refusal);

}  // namespace nookc
