#include <algorithm>
#include <set>

#include "nook/model/builtin_names.h"
#include "nook/ops/contract/control_flow.h"
#include "nookc/core/dtype.h"
#include "nookc/core/text.h"
#include "nookc/front/import/draft.h"
#include "nookc/front/import/faults.h"
#include "nookc/front/import/infer_results.h"
#include "nookc/front/import/tensor_lists.h"

namespace nookc::importing {
namespace {

// Subgraphs are inlined at each place that runs them; this bounds the work that one file can demand.
constexpr size_t kMostInlined = 1 << 16, kMostNested = 32;

bool decides(Import& d, TensorId t, const std::string& at) {
  const Tensor& tensor = d.graph[t];
  if (tensor.type == nook::DType::kBool && tensor.bytes() == 1) return true;
  refuse_control(d, at,
                 "its condition must be one bool, have " + std::to_string(tensor.shape.elements()) + " of " +
                     dtype_name(tensor.type));
  return false;
}

// Copied tensors must have equal sizes: no size changes while a model runs.
bool same_kind(Import& d, const std::vector<TensorId>& from, const std::vector<TensorId>& to,
               const std::string& at, const char* what) {
  if (from.size() != to.size()) {
    refuse_control(
        d, at,
        std::string(what) + ": need " + std::to_string(to.size()) + ", have " + std::to_string(from.size()));
    return false;
  }
  for (size_t k = 0; k < from.size(); ++k) {
    const Tensor &a = d.graph[from[k]], &b = d.graph[to[k]];
    if (a.type == b.type && a.bytes() == b.bytes()) continue;
    const auto kind = [](const Tensor& t) {
      return std::to_string(t.bytes()) + " bytes of " + dtype_name(t.type);
    };
    refuse_control(d, at,
                   std::string(what) + ": number " + std::to_string(k) + " ('" + first_name(a.name) +
                       "' and '" + first_name(b.name) + "') must not change: need " + kind(b) + ", have " +
                       kind(a));
    return false;
  }
  return true;
}

// The subgraph's inputs are the caller's tensors, or views of them if the subgraph declares a different
// shape or type.
bool bind(Import& d, const std::vector<TensorId>& given, const std::string& name, const std::string& at) {
  const nook::IndexList inputs = d.here.view.inputs();
  if (inputs.size() != given.size()) {
    refuse_control(d, at,
                   "inputs of " + name + ": need " + std::to_string(inputs.size()) + ", have " +
                       std::to_string(given.size()));
    return false;
  }
  for (uint32_t i = 0; i < d.here.view.tensor_count(); ++i) d.here.tensors.push_back(read_tensor(d, i));
  std::vector<TensorId> own;
  std::set<TensorId> seen;
  for (uint32_t k = 0; k < inputs.size(); ++k) {
    const TensorId t = id(d, inputs[k]);
    if (t != TensorId::kNone) adopt_list(d, given[k], t);
    const bool fine = t != TensorId::kNone && !broken(d, t) && !d.graph[t].constant() && !d.graph[t].variable;
    if (!fine || !seen.insert(t).second) {
      refuse_control(d, at,
                     "input " + std::to_string(k) + " of " + name +
                         " is not a valid tensor, or is a constant, a variable or another input");
      return false;
    }
    own.push_back(t);
  }
  for (uint32_t k = 0; k < inputs.size(); ++k) adopt_shape(d, given[k], own[k]);
  if (!same_kind(d, given, own, at, ("inputs of " + name).c_str())) return false;
  for (uint32_t k = 0; k < inputs.size(); ++k) {
    const Tensor &a = d.graph[given[k]], &b = d.graph[own[k]];
    const bool same =
        names_variable(d, given[k]) || (a.shape == b.shape && d.graph.same_quantization(given[k], own[k]));
    if (same) {
      d.here.tensors[static_cast<size_t>(inputs[k])] = given[k];
    } else {
      d.regions.rename(given[k], own[k]);
    }
    d.here.inputs.push_back(id(d, inputs[k]));
  }
  return true;
}

// Inlines the subgraph's operators with these inputs and returns its outputs. Nothing: a problem was noted.
std::optional<std::vector<TensorId>> read_subgraph(Import& d, int32_t number,
                                                   const std::vector<TensorId>& given,
                                                   const std::string& at) {
  const auto refused = [&](const std::string& why) {
    refuse_control(d, at, why);
    return std::nullopt;
  };
  const std::string name = "subgraph " + std::to_string(number);
  if (number < 0 || static_cast<uint32_t>(number) >= d.model.subgraph_count())
    return refused("it runs " + name + ", the model has " + std::to_string(d.model.subgraph_count()));
  if (std::ranges::find(d.running, static_cast<uint32_t>(number)) != d.running.end())
    return refused(name + " would run itself");
  if (d.running.size() > kMostNested)
    return refused("nested subgraphs: at most " + std::to_string(kMostNested));
  Instance outer = std::move(d.here);
  enter(d, static_cast<uint32_t>(number));
  d.running.push_back(d.here.number);
  const size_t before = d.diags.size();
  std::vector<TensorId> values;
  d.inlined += 1 + d.here.view.tensor_count() + d.here.view.operator_count();
  if (d.inlined > kMostInlined) {
    refuse_control(d, at,
                   "all runs of subgraphs together have more than " + std::to_string(kMostInlined) +
                       " tensors and operators");
  } else if (bind(d, given, name, at)) {
    for (uint32_t i = 0; i < d.here.view.operator_count() && d.diags.size() == before; ++i)
      read_operator(d, i);
    values = ids(d, d.here.view.outputs());
    for (TensorId t : values)
      if (t == TensorId::kNone || broken(d, t))
        refuse_control(d, at, "an output of " + name + " is not a valid tensor");
  }
  d.running.pop_back();
  d.here = std::move(outer);
  if (d.diags.size() > before) return std::nullopt;
  return values;
}

void adopt_shapes(Import& d, const std::vector<TensorId>& from, const std::vector<TensorId>& to) {
  for (size_t k = 0; k < std::min(from.size(), to.size()); ++k) adopt_shape(d, from[k], to[k]);
}

// An IF whose condition is a constant: its branch takes its place.
void read_decided_if(Import& d, const nook::OperatorView& op, const Node& node, const std::string& at) {
  const std::vector<TensorId> given(node.in.begin() + 1, node.in.end());
  const bool holds = d.graph[node.in[0]].data->front() != std::byte{0};
  const auto values = read_subgraph(d, nook::callee_of(op, holds ? 0 : 1), given, at);
  if (!values) return;
  adopt_shapes(d, *values, node.out);
  if (!same_kind(d, *values, node.out, at, "results")) return;
  for (size_t k = 0; k < node.out.size(); ++k) {
    const TensorId value = (*values)[k], result = node.out[k];
    const Tensor &a = d.graph[value], &b = d.graph[result];
    if (names_variable(d, result))
      d.variables.rename(value, result);
    else if (is_result(d, result) || a.shape != b.shape || !d.graph.same_quantization(value, result))
      d.regions.rename(value, result);
    else
      d.here.tensors[static_cast<size_t>(op.outputs()[static_cast<uint32_t>(k)])] = value;
  }
}

void read_if(Import& d, const nook::OperatorView& op, const Node& node, const std::string& at,
             const std::string& label) {
  if (node.in.empty()) return refuse_control(d, at, "it has no condition");
  if (!decides(d, node.in[0], at)) return;
  if (d.graph[node.in[0]].constant()) return read_decided_if(d, op, node, at);
  const std::vector<TensorId> given(node.in.begin() + 1, node.in.end());
  d.regions.begin_if(node.in[0], label);
  for (const uint32_t branch : {0u, 1u}) {
    if (branch == 1) d.regions.begin_else();
    const size_t from = d.graph.nodes.size();
    const auto values = read_subgraph(d, nook::callee_of(op, branch), given, at);
    if (!values) return;
    if (branch == 0) adopt_shapes(d, *values, node.out);
    if (!same_kind(d, *values, node.out, at, "results")) return;
    for (TensorId t : node.out)
      if (names_variable(d, t))
        return refuse_control(d, at, "the name of a variable can't depend on its condition");
    d.regions.give(from, node.out, *values);
  }
  d.regions.end_if();
  d.regions.done(node.source, node.out);
}

// Whether output `k` of a subgraph is its input `k`.
bool passes_through(const Import& d, int32_t number, size_t k) {
  if (number < 0 || static_cast<uint32_t>(number) >= d.model.subgraph_count())
    return false;  // it will be refused
  const nook::SubgraphView view = d.model.subgraph(static_cast<uint32_t>(number));
  const nook::IndexList in = view.inputs(), out = view.outputs();
  const auto at = static_cast<uint32_t>(k);
  return at < in.size() && at < out.size() && in[at] >= 0 && in[at] == out[at];
}

void read_while(Import& d, const nook::OperatorView& op, const Node& node, const std::string& at,
                const std::string& label) {
  adopt_shapes(d, node.in, node.out);
  if (!same_kind(d, node.in, node.out, at, "results")) return;
  // Values that the body returns unchanged are already in place; all others are copied from iteration to
  // iteration.
  std::vector<TensorId> inside = node.out, carried, given;
  for (size_t k = 0; k < inside.size(); ++k) {
    if (passes_through(d, nook::callee_of(op, 1), k) && !d.graph[node.in[k]].constant())
      inside[k] = node.in[k];
    else if (names_variable(d, node.out[k]))
      return refuse_control(d, at, "a variable must keep its name in every iteration");
    else
      carried.push_back(node.out[k]), given.push_back(node.in[k]);
  }
  d.regions.begin_loop(carried, given, label);
  const auto condition = read_subgraph(d, nook::callee_of(op, 0), inside, at);
  if (!condition) return;
  if (condition->size() != 1)
    return refuse_control(d, at,
                          "its condition has " + std::to_string(condition->size()) + " outputs, need 1");
  if (!decides(d, condition->front(), at)) return;
  d.regions.break_unless(condition->front());
  const auto next = read_subgraph(d, nook::callee_of(op, 1), inside, at);
  if (!next || !same_kind(d, *next, node.out, at, "outputs of its body")) return;
  std::vector<TensorId> kept;
  for (size_t k = 0; k < inside.size(); ++k)
    if (inside[k] == node.out[k]) kept.push_back((*next)[k]);
  d.regions.end_loop(carried, kept);
  std::vector<TensorId> results;
  for (size_t k = 0; k < inside.size(); ++k) {
    if (names_variable(d, node.out[k])) {
      d.variables.rename(inside[k], node.out[k]);
      continue;
    }
    if (inside[k] != node.out[k]) d.regions.rename(inside[k], node.out[k]);
    results.push_back(node.out[k]);
  }
  d.regions.done(node.source, results);
}

}  // namespace

void refuse_control(Import& d, const std::string& at, const std::string& why) {
  d.diags.push_back({Exit::kUnsupported, "N3022", at, why, "convert the model again"});
}

// Only tensors that an operator uses must be valid.
bool check_operands(Import& d, const Node& node, const std::function<std::string()>& at) {
  bool sound = true;
  for (const std::vector<TensorId>* side : {&node.in, &node.out}) {
    for (TensorId t : *side) {
      if (t == TensorId::kNone) {
        if (side == &node.in) continue;
        d.diags.push_back({Exit::kUnsupported, "N3007", at(), "an output is not a tensor", kDamaged});
        sound = false;
      } else if (d.reported.contains(t)) {
        sound = false;
      } else if (broken(d, t)) {
        Diag diag = d.faults.at(t);
        diag.where = at() + ": " + diag.where;
        d.diags.push_back(std::move(diag));
        sound = false;
      }
    }
  }
  return sound;
}

// An IF or a WHILE: the operators of its subgraphs are inlined.
void read_control(Import& d, uint32_t i, const nook::OperatorView& op, const Node& node) {
  const auto at = [&] { return where(d, i, op); };
  const std::string label = "operator " + std::to_string(node.source) + " " + nook::builtin_name(op.code());
  const size_t before = d.diags.size();
  if (nook::is_while(op.code()))
    for (size_t k = 0; k < std::min(node.in.size(), node.out.size()); ++k)
      adopt_list(d, node.in[k], node.out[k]);
  const bool sound = check_operands(d, node, at);
  for (TensorId t : node.in)
    if (t == TensorId::kNone) refuse_control(d, at(), "one of its inputs is not a tensor");
  std::set<TensorId> others(d.here.inputs.begin(), d.here.inputs.end());
  others.insert(node.in.begin(), node.in.end());
  for (TensorId t : node.out)
    if (!others.insert(t).second) {
      refuse_control(d, at(), "one of its results is an input, or another result");
      break;
    }
  if (!sound || d.diags.size() > before) return;
  if (nook::is_while(op.code())) {
    read_while(d, op, node, at(), label);
  } else {
    read_if(d, op, node, at(), label);
  }
}

}  // namespace nookc::importing
