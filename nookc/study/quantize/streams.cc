#include "nookc/study/quantize/streams.h"

#include <algorithm>

#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/recurrent.h"
#include "nookc/study/quantize/scheme.h"

namespace nookc {
namespace {

bool reshapes(const Node& node) { return !node.erased() && op_code(node) == nook::OpCode::kReshape; }

}  // namespace

bool stores_variable(const Graph& graph, const Node& node) {
  const nook::OpCode code = node.erased() ? nook::OpCode{} : op_code(node);
  const bool copies = reshapes(node) || code == nook::OpCode::kQuantize || code == nook::OpCode::kDequantize;
  return copies && graph[node.out[0]].variable;
}

bool stores_float(const Graph& graph, size_t n) {
  const Node& node = graph.nodes[n];
  return reshapes(node) && stores_variable(graph, node) && graph[node.out[0]].type == nook::DType::kF32 &&
         graph[node.out[0]].first == nullptr && graph.regions.empty();
}

std::vector<bool> streamed(const Graph& graph) {
  std::vector<bool> all(graph.tensors.size());
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    if (stores_float(graph, n)) all[index(graph.nodes[n].out[0])] = true;
  return all;
}

void widen_cells(const Graph& graph, std::vector<Precision>& precisions) {
  std::vector<bool> cells(graph.tensors.size());
  for (const Node& node : graph.nodes) {
    const std::optional<RecurrentOperands> layer = float_recurrent(graph, node);
    if (!layer || layer->cell == 0) continue;
    if (layer->has_cell) cells[index(node.out.back())] = true;
    const TensorId first = layer->cell < node.in.size() ? node.in[layer->cell] : TensorId::kNone;
    if (is_activation(graph, first)) cells[index(first)] = true;
  }
  // A variable is read before the node that stores it.
  for (bool more = true; more;) {
    more = false;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
      const Node& node = graph.nodes[n];
      if (!reshapes(node) || precisions[n] != Precision::kInt8) continue;
      if (!cells[index(node.in[0])] && !cells[index(node.out[0])]) continue;
      precisions[n] = Precision::kInt16, more = true;
      cells[index(node.out[0])] = true;
      if (is_activation(graph, node.in[0])) cells[index(node.in[0])] = true;
    }
  }
}

}  // namespace nookc
