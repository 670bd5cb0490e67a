#pragma once
#include "nook/interp/node.h"

namespace nook::interp {

// What the scale tables of an operator with weights are made from: its first two operands and its result.
inline ScaleSource scales_of(const SubgraphView& graph, const Node& node) {
  const auto scales = [&](int32_t tensor) { return graph.tensor(static_cast<uint32_t>(tensor)).scales(); };
  return {scales(node.in[0])[0], scales(node.in[1]), scales(node.out[0])[0]};
}

}  // namespace nook::interp
