#include "nookc/front/borders/wires.h"

#include <algorithm>
#include <utility>

#include "nook/model/builtin_names.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"

namespace nookc {

std::vector<size_t> Wires::readers(int32_t t) const {
  std::vector<size_t> all;
  for (size_t i = 0; i < ops.size(); ++i)
    if (!ops[i].gone && std::ranges::find(ops[i].in, t) != ops[i].in.end()) all.push_back(i);
  return all;
}

int Wires::writer(int32_t t) const {
  for (size_t i = 0; i < ops.size(); ++i)
    if (!ops[i].gone && std::ranges::find(ops[i].out, t) != ops[i].out.end()) return static_cast<int>(i);
  return -1;
}

bool Wires::is_input(int32_t t) const { return std::ranges::find(inputs, t) != inputs.end(); }

int Wires::outputs_of(int32_t t) const { return static_cast<int>(std::ranges::count(outputs, t)); }

void Wires::swap(int32_t a, int32_t b) {
  for (Op& op : ops)
    for (std::vector<int32_t>* side : {&op.in, &op.out})
      for (int32_t& t : *side) {
        if (t != a && t != b) continue;
        t = t == a ? b : a;
        op.changed = changed = true;
      }
  std::swap(tensors[number(a)].type_of, tensors[number(b)].type_of);
  std::swap(tensors[number(a)].shape_of, tensors[number(b)].shape_of);
}

void Wires::reroute(int32_t from, int32_t to) {
  for (Op& op : ops)
    for (int32_t& t : op.in)
      if (t == from) t = to, op.changed = changed = true;
}

std::string Wires::op_text(size_t op) const {
  std::string text = "operator " + std::to_string(op) + " " + nook::builtin_name(ops[op].code);
  if (!ops[op].out.empty() && ops[op].out[0] >= 0)
    text += " '" + first_name(tensors[number(ops[op].out[0])].name) + "'";
  return text;
}

Wires read_wires(const nook::Model& model) {
  Wires wires;
  const nook::SubgraphView graph = model.subgraph(0);
  const auto list = [](const nook::IndexList& of) {
    std::vector<int32_t> all;
    for (uint32_t i = 0; i < of.size(); ++i) all.push_back(of[i]);
    return all;
  };
  for (uint32_t i = 0; i < graph.tensor_count(); ++i) {
    const nook::TensorView view = graph.tensor(i);
    const auto info = nook::tensor_info(model, view);
    const auto own = static_cast<int32_t>(i);
    wires.tensors.push_back({model_text(view.name()), info ? *info : nook::TensorInfo(), own, own});
  }
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const nook::OperatorView op = graph.op(i);
    wires.ops.push_back({op.code(), list(op.inputs()), list(op.outputs())});
  }
  wires.inputs = list(graph.inputs()), wires.outputs = list(graph.outputs());
  return wires;
}

}  // namespace nookc
