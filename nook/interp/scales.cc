#include "nook/interp/scales.h"

namespace nook::interp {

ScaleSource scales_of(const SubgraphView& graph, const Node& node) {
  const auto scales = [&](int32_t tensor) { return graph.tensor(static_cast<uint32_t>(tensor)).scales(); };
  // The data are operand 0 or, if that is a shape, which has no scale, operand 2.
  Span<const float> x = scales(node.in[0]);
  if (x.empty()) x = scales(node.in[2]);
  return {x[0], scales(node.in[1]), scales(node.out[0])[0]};
}

}  // namespace nook::interp
