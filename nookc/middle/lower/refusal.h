#pragma once
#include <string>

#include "nook/core/reason.h"
#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Puts a rejection by prepare() into words: "CONV_2D ... : the channels of operand 1 'w': need 8, have 7".
// Diag N3010, or N3011: the element types.
Diag refusal(const Graph& graph, const Node& node, nook::Code code, const nook::Refusal& refusal);

// Like refusal(), for an operator that is already described by `where`; does not read its attributes.
Diag refusal_of(const Graph& graph, const Node& node, const std::string& where, nook::Code code,
                const nook::Refusal& refusal);

// Lists the types of all operands, "int8, int32 -> int8", for when no form of the operator accepts them.
std::string types_of(const Graph& graph, const Node& node);

}  // namespace nookc
