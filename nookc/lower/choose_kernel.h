#pragma once
#include <vector>

#include "nook/ops/table.h"
#include "nookc/ir/graph.h"

namespace nookc {

// Which rows of its operator a node may have.
enum class KernelRows : uint8_t { kAll, kWithoutScratch, kReference };

// Replaces the kernel of what was prepared, with its scales made, by the first of `rows` that is exact with
// the node's very constants.
void choose_kernel(const Graph& graph, const Node& node, const nook::PrepareContext& context, KernelRows rows,
                   nook::Prepared* prepared);

// The bytes of a node's operands as Packing wants them: null for those that are not constants.
std::vector<const void*> constant_operands(const Graph& graph, const Node& node, size_t least);

}  // namespace nookc
