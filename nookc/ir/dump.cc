#include "nookc/ir/dump.h"

#include "nook/ops/shared/quantize.h"
#include "nook/ops/shared/window.h"
#include "nookc/core/dtype.h"
#include "nookc/ir/visit_attrs.h"

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

std::string value(nook::Activation activation) {
  static constexpr const char* kNames[] = {"none", "relu", "relu_n1_to_1", "relu6", "tanh", "sign_bit"};
  const auto i = static_cast<size_t>(activation);
  return i < std::size(kNames) ? kNames[i] : std::to_string(i);
}

std::string value(const nook::Padding& padding) {
  if (padding.mode == nook::PadMode::kSame) return "same";
  if (padding.mode == nook::PadMode::kValid) return "valid";
  return std::to_string(padding.top) + "," + std::to_string(padding.bottom) + "," +
         std::to_string(padding.left) + "," + std::to_string(padding.right);
}

template <class T>
std::string value(T number) {
  return std::to_string(number);
}

// The attributes that passes edit or look at, for the operators that have them.
template <class A>
std::string attributes(const A& attrs) {
  std::string text;
#define NOOK_SHOW(member) \
  if constexpr (requires { attrs.member; }) text += " " #member "=" + value(attrs.member);
  NOOK_SHOW(activation)
  NOOK_SHOW(padding)
  NOOK_SHOW(stride_h)
  NOOK_SHOW(stride_w)
  NOOK_SHOW(dilation_h)
  NOOK_SHOW(dilation_w)
  NOOK_SHOW(filter_h)
  NOOK_SHOW(filter_w)
  NOOK_SHOW(depth_multiplier)
  NOOK_SHOW(keep_dims)
  NOOK_SHOW(axis)
  NOOK_SHOW(beta)
  NOOK_SHOW(alpha)
#undef NOOK_SHOW
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
            std::to_string(node.version) +
            visit_attrs(node.attrs, [](const auto& a) { return attributes(a); });
    if (!node.unit.empty()) text += " on " + node.unit;
    for (int32_t folded : node.folded) text += " folded=" + std::to_string(folded);
    text += ": " + list(graph, node.in) + " -> " + list(graph, node.out) + "\n";
  }
  return text + "outputs " + list(graph, graph.outputs) + "\n";
}

}  // namespace nookc
