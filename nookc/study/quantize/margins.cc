#include "nookc/study/quantize/margins.h"

#include <cstring>

namespace nookc {

bool pads_with_least(const Graph& graph, const Node& node) {
  constexpr float kBelowAll = -1e30f;
  if (node.erased() || op_code(node) != nook::OpCode::kPadv2 || node.in.size() < 3) return false;
  const Tensor& value = graph[node.in[2]];
  if (!value.constant() || value.type != nook::DType::kF32 || value.shape.elements() != 1) return false;
  float number = 0;
  std::memcpy(&number, value.data->data(), sizeof number);
  return number < kBelowAll;
}

}  // namespace nookc
