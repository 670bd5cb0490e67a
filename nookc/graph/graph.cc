#include "nookc/graph/graph.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>

#include "nook/model/builtin_names.h"
#include "nook/model/model.h"
#include "nookc/core/dtype.h"
#include "nookc/core/invariant.h"
#include "nookc/core/text.h"
#include "nookc/graph/ethos_u.h"

namespace nookc {
namespace {

// Null where no operator has the code.
std::vector<const nook::OpRow*> rows_by_code() {
  std::vector<const nook::OpRow*> rows(static_cast<size_t>(EthosU::kCode) + 1);
  for (const nook::OpRowOf row : nook::op_rows()) {
    const size_t at = static_cast<size_t>(row().code);
    rows.resize(std::max(rows.size(), at + 1));
    rows[at] = &row();
  }
  rows[static_cast<size_t>(EthosU::kCode)] = &ethos_u_row();
  return rows;
}

}  // namespace

nook::TensorInfo Tensor::info() const {
  nook::TensorInfo info;
  info.type = type;
  info.shape = shape;
  info.zero_point = zero_point;
  info.channel_axis = channel_axis;
  info.scales = {scales.data(), scales.size()};
  info.data = data ? data->data() : nullptr;
  info.variable = variable;
  return info;
}

Tensor Tensor::computed(const std::string& suffix) const {
  Tensor made = *this;
  made.name += suffix;
  made.variable = false, made.first = nullptr, made.data = nullptr;
  made.source = -1, made.placement = {};
  return made;
}

bool Graph::is_input(TensorId tensor) const { return std::ranges::find(inputs, tensor) != inputs.end(); }
bool Graph::is_output(TensorId tensor) const { return std::ranges::find(outputs, tensor) != outputs.end(); }

const KeptWindow* Graph::window_of(TensorId whole) const {
  const auto found = std::ranges::find(windows, whole, &KeptWindow::whole);
  return found == windows.end() ? nullptr : &*found;
}

TensorId Graph::add(Tensor tensor) {
  tensors.push_back(std::move(tensor));
  return TensorId{static_cast<uint32_t>(tensors.size() - 1)};
}

bool Graph::same_quantization(TensorId a, TensorId b) const {
  const Tensor &x = (*this)[a], &y = (*this)[b];
  return x.type == y.type && x.scales == y.scales && x.zero_point == y.zero_point;
}

nook::OpCode op_code(const Node& node) { return node.attrs.code(); }

std::string op_name(const Node& node) {
  const nook::OpCode code = op_code(node);
  return nook::is_custom(code) ? op_row(code).custom_name : nook::builtin_name(static_cast<int32_t>(code));
}

const nook::OpRow& op_row(const Node& node) { return op_row(op_code(node)); }

const nook::OpRow& op_row(nook::OpCode code) {
  static const std::vector<const nook::OpRow*> rows = rows_by_code();  // passes ask for each node, many times
  const size_t at = static_cast<size_t>(code);
  invariant(at < rows.size() && rows[at], "a node has an operator of this build");
  return *rows[at];
}

bool has_state(const Graph& graph, const Node& node) {
  const nook::OpRow& row = op_row(node);
  for (const nook::FormRow& form : row.forms)
    if (form.keeps_state) return true;
  for (TensorId t : node.out)
    if (graph[t].variable) return true;
  return row.signature.first(nook::Role::kState) != nook::kMostOperands;
}

bool may_wait(const Node& node) {
  return !node.erased() &&
         std::ranges::any_of(op_row(node).forms, [](const nook::FormRow& form) { return form.may_wait; });
}

std::string type_and_shape(const Tensor& tensor) {
  std::string text = dtype_name(tensor.type);
  for (int i = 0; i < tensor.shape.rank; ++i) text += (i ? "x" : " ") + std::to_string(tensor.shape.dim[i]);
  return text;
}

std::string describe(const Graph& graph, const Node& node) {
  std::string text = node.source < 0 ? "inserted operator" : "operator " + std::to_string(node.source);
  text += " " + op_name(node);
  if (!node.out.empty()) text += " '" + first_name(graph[node.out[0]].name) + "'";
  return text;
}

// The limit on chains of joined tensors in control flow, deeper than regions can nest.
constexpr size_t kMostJoined = 64;

std::string verify(const Graph& graph) {
  std::vector<bool> known(graph.tensors.size());
  for (size_t i = 0; i < known.size(); ++i) known[i] = graph.tensors[i].constant();
  const auto kept = [&](TensorId t) { return graph[t].variable && !graph[t].constant(); };
  std::map<size_t, size_t> joined;
  for (const auto& [tensor, to] : graph.regions.joined) {
    if (known[index(tensor)] || known[index(to)] || graph.is_input(to))
      return "tensor '" + graph[to].name + "' of control flow is an input or a constant";
    joined[index(tensor)] = index(to);
  }
  for (const auto& [tensor, to] : joined) {
    size_t at = to, on_the_way = 0;
    while (joined.contains(at) && on_the_way++ < kMostJoined) at = joined.at(at);
    if (joined.contains(at))
      return "tensor '" + graph.tensors[tensor].name + "' of control flow is its own source";
  }
  std::vector<bool> made(known.size());  // whether a node has produced it
  for (TensorId t : graph.inputs) {
    if (index(t) >= known.size()) return "an input is not a tensor";
    if (known[index(t)]) return "tensor '" + graph[t].name + "' is an input and constant, or an input twice";
    known[index(t)] = true;
  }
  for (const Node& node : graph.nodes) {
    for (TensorId t : node.in) {
      if (t == TensorId::kNone) continue;
      if (index(t) >= known.size()) return describe(graph, node) + " reads an index that is not a tensor";
      if (!known[index(t)] && !kept(t))
        return describe(graph, node) + " reads tensor '" + graph[t].name + "' before it is written";
    }
    for (TensorId t : node.out) {
      if (index(t) >= known.size()) return "an operator writes an index that is not a tensor";
      if (known[index(t)] && !kept(t))
        return describe(graph, node) + " writes tensor '" + graph[t].name +
               "', which is an input, a constant or another operator's";
      known[index(t)] = true;
      made[index(t)] = true;
      for (size_t to = index(t); joined.contains(to);) {
        known[to = joined.at(to)] = true;
        if (made[to])
          return describe(graph, node) + " and control flow write tensor '" + graph.tensors[to].name + "'";
      }
    }
  }
  for (TensorId t : graph.outputs)
    if (index(t) >= known.size() || (!known[index(t)] && !kept(t))) return "an output is never written";
  return {};
}

bool Graph::from_onnx() const { return description.starts_with(nook::kFromOnnx); }

nook::NodeView Operands::view(nook::OpCode code, int32_t version) const {
  nook::NodeView view{};
  view.code = code;
  view.version = version;
  view.inputs = {in.data(), in.size()};
  view.outputs = {out.data(), out.size()};
  view.largest = largest;
  return view;
}

Operands operands(const Graph& graph, const Node& node) {
  Operands operands;
  for (TensorId t : node.in)
    operands.in.push_back(t == TensorId::kNone ? nook::TensorInfo{} : graph[t].info());
  for (TensorId t : node.out) operands.out.push_back(graph[t].info());
  operands.largest = graph.from_onnx() ? INFINITY : FLT_MAX;
  return operands;
}

}  // namespace nookc
