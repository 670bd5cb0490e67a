#include "nookc/back/interpreter_export/elsewhere.h"

#include <algorithm>
#include <optional>

#include "nook/model/builtin_names.h"
#include "nook/ops/contract/entries.h"
#include "nook/ops/contract/prepare_fast.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/front/import/no_such_operator.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/lower/refusal.h"

namespace nookc {
namespace {

constexpr uint32_t round_up(uint32_t at, uint32_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

// The size of a form's Params, a C struct, with 4-byte pointers.
uint32_t params_bytes(nook::OpCode code, int32_t number) {
  uint32_t at = 0, alignment = 1;
  const nook::FormRow& form = op_row(code).forms[static_cast<size_t>(number & (nook::kPackedForm - 1))];
  visit_params(form, form.none, [&](const nook::ParamsField& f) {
    const bool table = f.kind == nook::ParamsField::Kind::kTable;
    const uint32_t size = table ? 4 : static_cast<uint32_t>(nook::size_of(f.type));
    at = round_up(at, size) + size * (table ? 1 : static_cast<uint32_t>(f.count));
    alignment = std::max(alignment, size);
  });
  return round_up(at, alignment) + (number & nook::kPackedForm ? nook::kPackedRun32 : 0);
}

TensorId add_tensor(const nook::Model& model, const nook::TensorView& view, Graph& graph) {
  Tensor tensor;
  tensor.name = model_text(view.name()), tensor.type = view.type();
  nook::ModelFault unused;
  if (const auto info = nook::tensor_info(model, view, &unused)) {
    tensor.shape = info->shape, tensor.zero_point = info->zero_point;
    tensor.scales.assign(info->scales.begin(), info->scales.end());
  }
  return graph.add(std::move(tensor));
}

// Finds the operator with this number, counted through all subgraphs, and its tensors.
bool find_operator(const nook::Model& model, int32_t number, Graph& graph, Node& node, std::string& label,
                   std::string& custom) {
  for (uint32_t s = 0; s < model.subgraph_count(); ++s) {
    const nook::SubgraphView view = model.subgraph(s);
    const int32_t count = static_cast<int32_t>(view.operator_count());
    if (number >= count) {
      number -= count;
      continue;
    }
    const nook::OperatorView op = view.op(static_cast<uint32_t>(number));
    const auto add = [&](const nook::IndexList& list, std::vector<TensorId>& to) {
      for (uint32_t k = 0; k < list.size(); ++k)
        to.push_back(list[k] < 0 ? TensorId::kNone
                                 : add_tensor(model, view.tensor(static_cast<uint32_t>(list[k])), graph));
    };
    add(op.inputs(), node.in), add(op.outputs(), node.out);
    node.version = op.version();
    custom = model_text(op.custom_code());
    label = custom.empty() ? nook::builtin_name(op.code()) : custom;
    if (!node.out.empty() && node.out[0] != TensorId::kNone)
      label += " '" + first_name(graph[node.out[0]].name) + "'";
    return true;
  }
  return false;
}

bool is_unsigned(const Graph& graph) {
  return std::ranges::any_of(graph.tensors,
                             [](const Tensor& t) { return t.type == nook::DType::kU8 && !t.scales.empty(); });
}

// The fault of an operator in the compiler's words, which name its tensors.
std::optional<Diag> operator_fault(const nook::Model& model, const std::string& file,
                                   const nook_interpreter_fault& fault) {
  Graph graph;
  Node node;
  std::string label, custom;
  const auto reason = static_cast<nook::Reason>(fault.reason);
  // It is missing from the resolver.
  const bool listed = fault.reason == 0 && fault.status == NOOK_UNSUPPORTED;
  if (fault.index < 0 || !find_operator(model, fault.index, graph, node, label, custom)) return std::nullopt;
  const std::string at = file + ": operator " + std::to_string(fault.index) + " " + label;
  Diag diag = listed ? no_such_operator(at, custom, node.version, types_of(graph, node))
                     : refusal_of(graph, node, at, static_cast<nook::Code>(fault.status),
                                  {reason, fault.operand, static_cast<int32_t>(fault.need),
                                   static_cast<int32_t>(fault.have)});
  diag.code = "N3017", diag.what = "the interpreter can't run it: " + diag.what;
  if (!listed && is_unsigned(graph))
    diag.hint = "the interpreter has no uint8: `nook convert " + file +
                " -o int8.tflite` converts it to int8, as `nook compile` does automatically";
  return diag;
}

bool has_sparse(const nook::Model& model) {
  for (uint32_t s = 0; s < model.subgraph_count(); ++s)
    for (uint32_t i = 0; i < model.subgraph(s).tensor_count(); ++i)
      if (model.subgraph(s).tensor(i).sparse()) return true;
  return false;
}

}  // namespace

nook::interp::Widths widths_of(const Target& target) {
  nook::interp::Widths widths;
  if (!target.this_machine()) widths = nook::interp::kWidths32, widths.params = params_bytes;
  widths.isa = target.isa;
  return widths;
}

nook_resolver fast_resolver() { return nook::resolver(nook::kEntries<nook::Kernels::kElsewhere>); }

Diag interpreter_fault(const nook::Model& model, const std::string& file,
                       const nook_interpreter_fault& fault) {
  if (has_sparse(model))
    return Diag{
        Exit::kUnsupported, "N3017", file, "the interpreter can't run it: the model stores constants sparse",
        "`nook convert " + file + " -o dense.tflite` makes them dense, as `nook compile` does automatically"};
  if (fault.role == NOOK_ROLE_OPERATOR)
    if (const std::optional<Diag> said = operator_fault(model, file, fault)) return *said;
  char text[240];
  nook_describe_fault(&fault, text, sizeof text);
  const bool placed = fault.role == NOOK_ROLE_PLAN && fault.plan_fault != 0;
  return Diag{Exit::kUnsupported, "N3017", file, text,
              placed ? "a plan belongs to one model, target and set of options: make it again with nook plan "
                       "--engine interpreter"
              : fault.role == NOOK_ROLE_PLAN ? "`nook plan --embed` writes a plan into a copy of the model, "
                                               "with --engine interpreter --rows chains too"
                                             : "`nook analyze` says whether it can be compiled instead"};
}

}  // namespace nookc
