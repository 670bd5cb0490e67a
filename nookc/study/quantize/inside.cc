#include "nookc/study/quantize/inside.h"

namespace nookc {

std::vector<bool> nodes_inside(const Graph& graph) {
  using Kind = RegionMark::Kind;
  std::vector<bool> shared(graph.tensors.size()), inside(graph.nodes.size());
  for (const auto& [value, to] : graph.regions.joined) shared[index(value)] = shared[index(to)] = true;
  size_t mark = 0;
  int depth = 0;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    for (; mark < graph.regions.marks.size() && graph.regions.marks[mark].at <= n; ++mark) {
      const Kind kind = graph.regions.marks[mark].kind;
      depth += kind == Kind::kIf || kind == Kind::kLoop;
      depth -= kind == Kind::kEndIf || kind == Kind::kEndLoop;
    }
    inside[n] = depth > 0;
    for (const TensorId t : graph.nodes[n].out)
      inside[n] = inside[n] || (t != TensorId::kNone && shared[index(t)]);
  }
  return inside;
}

std::vector<bool> tensors_inside(const Graph& graph) {
  const std::vector<bool> nodes = nodes_inside(graph);
  std::vector<bool> inside(graph.tensors.size());
  for (size_t n = 0; n < nodes.size(); ++n)
    for (const TensorId t : graph.nodes[n].out)
      if (t != TensorId::kNone) inside[index(t)] = nodes[n];
  return inside;
}

}  // namespace nookc
