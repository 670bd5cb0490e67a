#include "nookc/front/borders/keep_states.h"

#include <algorithm>

#include "nook/model/model.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nookc/core/text.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

Diag refusal(const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2056", "--state", what, hint};
}

std::string quoted(const std::string& name) { return "'" + printable(name) + "'"; }

// One state: the input that holds its value, and the tensor that is its next value.
struct State {
  std::string input, output;
  TensorId value, next;
};

// The index of a name among inputs or outputs; both the signature's names and the tensors' count.
std::optional<size_t> place_of(const Graph& graph, const std::vector<TensorId>& tensors,
                               const std::vector<std::string>& names, const std::string& name) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if ((i < names.size() && names[i] == name) || graph[tensors[i]].name == name) return i;
  return {};
}

std::string all_names(const Graph& graph, const std::vector<TensorId>& tensors,
                      const std::vector<std::string>& names) {
  std::vector<std::string> all;
  for (size_t i = 0; i < tensors.size(); ++i)
    all.push_back(quoted(i < names.size() ? names[i] : graph[tensors[i]].name));
  return join_text(all);
}

// Whether numbers of the type stand for reals, as floats or as integers with a scale.
bool real(const Tensor& t) { return t.type == nook::DType::kF32 || !t.scales.empty(); }

Result<std::vector<State>> find(const Graph& graph, const StateNames& names) {
  std::vector<State> states;
  for (const auto& [input, output] : names) {
    const auto in = place_of(graph, graph.inputs, graph.input_names, input),
               out = place_of(graph, graph.outputs, graph.output_names, output);
    if (!in)
      return refusal("the model has no input " + quoted(input),
                     "inputs of this model: " + all_names(graph, graph.inputs, graph.input_names));
    if (!out)
      return refusal("the model has no output " + quoted(output),
                     "outputs of this model: " + all_names(graph, graph.outputs, graph.output_names));
    const State state{input, output, graph.inputs[*in], graph.outputs[*out]};
    const Tensor &value = graph[state.value], &next = graph[state.next];
    const bool same = value.type == next.type || (real(value) && real(next));
    if (value.shape != next.shape || !same)
      return refusal("need one shape and type for the input " + quoted(input) + " and the output " +
                         quoted(output) + ", have " + type_and_shape(value) + " and " + type_and_shape(next),
                     "name the output that is fed back to this input");
    if (std::ranges::find(states, state.value, &State::value) != states.end())
      return refusal("gives two outputs to the input " + quoted(input) + ", once by the name of its tensor",
                     "one output for each input");
    states.push_back(state);
  }
  return states;
}

void add_node(Graph& graph, Attrs attrs, TensorId from, TensorId to) {
  Node node;
  node.attrs = std::move(attrs), node.in = {from}, node.out = {to};
  graph.nodes.push_back(std::move(node));
}

// A copy of a state's value, from before the states change.
TensorId copied(Graph& graph, TensorId value) {
  const TensorId made = graph.add(graph[value].computed("_before"));
  add_node(graph, reshape(), value, made);
  return made;
}

// The operator that stores `next` in a variable.
Attrs store(const Graph& graph, TensorId next, TensorId value) {
  const Tensor &from = graph[next], &to = graph[value];
  if (from.type == to.type && (to.scales.empty() || graph.same_quantization(next, value))) return reshape();
  if (to.scales.empty()) return nook::Dequantize::Attrs{};
  return nook::Quantize::Attrs{};
}

template <class Keep>
void keep_if(std::vector<TensorId>& tensors, std::vector<std::string>& names, const Keep& keep) {
  std::vector<TensorId> left;
  std::vector<std::string> left_names;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!keep(i)) continue;
    left.push_back(tensors[i]);
    if (i < names.size()) left_names.push_back(names[i]);
  }
  tensors = std::move(left), names = std::move(left_names);
}

// Removes the states' inputs, and their outputs unless no other is left.
void narrow_interface(Graph& graph, const std::vector<State>& states) {
  const auto is_input = [&](TensorId t) {
    return std::ranges::any_of(states, [&](const State& s) { return s.value == t; });
  };
  keep_if(graph.inputs, graph.input_names, [&](size_t i) { return !is_input(graph.inputs[i]); });
  std::vector<bool> fed_back(graph.outputs.size());
  for (const State& s : states)
    fed_back[*place_of(graph, graph.outputs, graph.output_names, s.output)] = true;
  if (std::ranges::count(fed_back, false) > 0)
    keep_if(graph.outputs, graph.output_names, [&](size_t i) { return !fed_back[i]; });
}

Status add_states(Graph& graph, std::vector<State> states) {
  narrow_interface(graph, states);
  if (graph.inputs.empty())
    return refusal("it would leave the model without an input", "leave one input open");
  // Nothing reads a variable after it was stored: neither another state nor the application.
  std::vector<TensorId> values;
  for (const State& s : states) values.push_back(s.value), graph[s.value].variable = true;
  const auto settle = [&](TensorId& t) {
    if (std::ranges::find(values, t) != values.end()) t = copied(graph, t);
  };
  for (State& s : states) settle(s.next);
  for (TensorId& t : graph.outputs) settle(t);
  for (const State& s : states) add_node(graph, store(graph, s.next, s.value), s.next, s.value);
  return Done{};
}

}  // namespace

Result<std::vector<std::byte>> keep_states(std::vector<std::byte> bytes, const std::string& file,
                                           const StateNames& states) {
  if (states.empty() || !nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}))
    return bytes;
  Result<Graph> graph = import_tflite(bytes, file);
  if (!graph) return graph.diag();
  if (std::ranges::any_of(graph->tensors, [](const Tensor& t) { return t.first != nullptr; }))
    return Diag{Exit::kUnsupported, "N3020", file,
                "its inputs can't become states: its variables have initial values",
                "export the model without these variables"};
  Result<std::vector<State>> found = find(*graph, states);
  if (!found) return found.diag();
  if (const Status added = add_states(*graph, *std::move(found)); !added) return added.diag();
  return export_bytes(*graph);
}

}  // namespace nookc
