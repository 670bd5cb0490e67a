#include "nookc/graph/dump.h"

#include "nookc/core/dtype.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

// "%7 conv_1:int8[1,25,5,64]"
std::string show(const Graph& graph, TensorId id) {
  if (id == TensorId::kNone) return "-";
  const Tensor& tensor = graph[id];
  std::string text =
      "%" + std::to_string(index(id)) + " " + tensor.name + ":" + dtype_name(tensor.type) + "[";
  for (int i = 0; i < tensor.shape.rank; ++i) text += (i ? "," : "") + std::to_string(tensor.shape.dim[i]);
  text += tensor.constant() ? "] constant" : "]";
  if (tensor.narrowed.of > 0) text += " of " + std::to_string(tensor.narrowed.of) + " channels";
  return text + placement_text(tensor.placement);
}

std::string list(const Graph& graph, const std::vector<TensorId>& tensors) {
  std::string text;
  for (TensorId t : tensors) text += (text.empty() ? "" : ", ") + show(graph, t);
  return text;
}

}  // namespace

std::string placement_text(const Placement& placement) {
  std::string text;
  for (const std::string& pool : placement.candidates) text += (text.empty() ? " among " : "|") + pool;
  if (!placement.pool.empty()) text += " in " + placement.pool;
  if (placement.offset >= 0) text += "@" + std::to_string(placement.offset);
  return text;
}

std::string dump(const Graph& graph) {
  std::string text = "inputs " + list(graph, graph.inputs) + "\n";
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    text += (node.source < 0 ? "-" : std::to_string(node.source)) + " " + op_name(node) + " v" +
            std::to_string(node.version) + attrs_text(node.attrs);
    if (!node.unit.empty()) text += " on " + node.unit;
    for (int32_t folded : node.folded) text += " folded=" + std::to_string(folded);
    text += ": " + list(graph, node.in) + " -> " + list(graph, node.out) + "\n";
  }
  return text + "outputs " + list(graph, graph.outputs) + "\n";
}

}  // namespace nookc
