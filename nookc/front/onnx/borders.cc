// Inputs and outputs of the model, in the mapper's graph.
#include <algorithm>

#include "nook/model/model.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"
#include "nook/ops/relu_n1_to_1/relu_n1_to_1_op.h"
#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/core/text.h"
#include "nookc/front/onnx/mapper.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/front/onnx/quantization.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/sound.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/fold_activations.h"
#include "nookc/middle/passes/fold_constants.h"
#include "nookc/middle/passes/narrow_weights.h"

namespace nookc::onnx {

namespace {

// TensorFlow Lite before 2.13 has no fused activation in TRANSPOSE_CONV and would silently ignore it.
void part_clamps(Graph& graph) {
  std::vector<Node> nodes;
  std::vector<size_t> place;
  for (Node& node : graph.nodes) {
    place.push_back(nodes.size());
    nodes.push_back(std::move(node));
    auto* const attrs = Graph::attrs<nook::TransposeConv>(nodes.back());
    if (!attrs || attrs->activation == nook::Activation::kNone) continue;
    Node clamp;
    clamp.attrs = nook::Relu::Attrs{};
    if (attrs->activation == nook::Activation::kRelu6) clamp.attrs = nook::Relu6::Attrs{};
    if (attrs->activation == nook::Activation::kReluN1To1) clamp.attrs = nook::ReluN1To1::Attrs{};
    attrs->activation = nook::Activation::kNone;
    clamp.out = nodes.back().out;
    Tensor whole = graph[clamp.out[0]];
    whole.name += "_whole";
    clamp.in = nodes.back().out = {graph.add(std::move(whole))};
    nodes.push_back(std::move(clamp));
  }
  place.push_back(nodes.size());
  graph.regions.move_marks(place);
  graph.nodes = std::move(nodes);
}

// TensorFlow Lite's CONV_2D always has a bias.
void add_biases(Graph& graph) {
  for (Node& node : graph.nodes) {
    if (node.erased() || op_code(node) != nook::OpCode::kConv2D || node.in.size() > 2) continue;
    const Tensor& w = graph[node.in[1]];
    Tensor bias;
    bias.name = w.name.empty() ? "" : w.name + "_no_bias";
    bias.type = w.scales.empty() ? nook::DType::kF32 : nook::DType::kS32;
    bias.shape.rank = 1, bias.shape.dim[0] = w.shape.dim[0];
    bias.data = std::make_shared<Bytes>(static_cast<size_t>(bias.bytes()));
    for (const float scale : w.scales) bias.scales.push_back(scale * graph[node.in[0]].scales[0]);
    node.in.push_back(graph.add(std::move(bias)));
  }
}

std::string joined(const Dims& dims) {
  std::vector<std::string> all;
  for (const int64_t dim : dims) all.push_back(std::to_string(dim));
  return join_text(all);
}

// "[N, 3, ?, 5]": the dimensions that the model states, with the names of the open ones.
std::string stated(const Interface& input) {
  std::vector<std::string> all;
  for (size_t i = 0; i < input.dims.size(); ++i)
    all.push_back(input.dims[i] >= 0         ? std::to_string(input.dims[i])
                  : input.symbols[i].empty() ? "?"
                                             : printable(input.symbols[i]));
  return "[" + join_text(all) + "]";
}

}  // namespace

// The shape that the user gives for an input; null: none.
const Dims* Mapper::said_shape(const Interface& input) const {
  auto said = borders_.shapes.find(input.name);
  if (said == borders_.shapes.end()) said = borders_.shapes.find("");
  return said == borders_.shapes.end() ? nullptr : &said->second;
}

// The values of named open dimensions: numbers in the given shapes, and 1 for the name of a batch, the first
// dimension of an input.
std::map<std::string, int64_t> Mapper::named_dimensions() const {
  std::map<std::string, int64_t> named;
  for (const Interface& input : model_.inputs) {
    const Dims* const said = said_shape(input);
    for (size_t i = 0; said && i < std::min(said->size(), input.symbols.size()); ++i)
      if (!input.symbols[i].empty()) named.emplace(input.symbols[i], (*said)[i]);
  }
  for (const Interface& input : model_.inputs)
    if (!input.symbols.empty() && !input.symbols[0].empty()) named.emplace(input.symbols[0], 1);
  return named;
}

// The shape that the model states, with the given values for its open dimensions.
std::string Mapper::shape_of(const Interface& input, const std::map<std::string, int64_t>& named,
                             Dims* to) const {
  if (const Dims* const said = said_shape(input)) {
    *to = *said;
    bool fits = !input.has_shape || to->size() == input.dims.size();
    for (size_t i = 0; fits && input.has_shape && i < to->size(); ++i)
      fits = input.dims[i] < 0 || input.dims[i] == (*to)[i];
    if (!fits)
      return "--input-shape: need " + stated(input) + ", have [" + joined(*to) +
             "]; a name or ? is a dimension that the model leaves open";
    return {};
  }
  if (!input.has_shape) return "the model does not state its shape: give --input-shape";
  for (size_t i = 0; i < input.dims.size(); ++i) {
    const auto found = named.find(input.symbols[i]);
    if (input.dims[i] >= 0) {
      to->push_back(input.dims[i]);
    } else if (found != named.end()) {
      to->push_back(found->second);
    } else if (i == 0) {
      to->push_back(1);
    } else {
      return "dimension " + std::to_string(i) + " is not fixed in " + stated(input) +
             ": give --input-shape (only the first, the batch, is 1 by default)";
    }
  }
  return {};
}

// Records the form that the model states, if another one may be requested.
void Mapper::state(const Value& value, std::vector<Stated::Side>* sides) const {
  if (!borders_.channels_last && !borders_.quantized) return;
  const size_t rank = value.shape.size();
  const bool other = borders_.channels_last && channels_last(rank) != plain_order(rank);
  sides->push_back({value.type, {value.shape.begin(), value.shape.end()}, other});
}

void Mapper::note_orders() {
  const auto other = [](const Stated::Side& side) { return side.channels_last; };
  Stated& stated = stated_;
  if (borders_.channels_last && std::ranges::none_of(stated.inputs, other) &&
      std::ranges::none_of(stated.outputs, other))
    stated.notes.push_back("--io-layout nhwc: no input or output is an image or a signal");
}

std::string Mapper::add_input(const Interface& input, const std::map<std::string, int64_t>& named) {
  if (type_of(input.type) == nook::DType::kNone)
    return type_name(input.type) + " is not a type that nook supports";
  Value made;
  made.type = type_of(input.type);
  if (const std::string why = shape_of(input, named, &made.shape); !why.empty()) return why;
  made.before = made.shape;
  made.order = borders_.channels_last ? channels_last(made.shape.size()) : plain_order(made.shape.size());
  trouble_.clear();
  made.id = fresh(dims_in(made.shape, made.order), made.type);
  if (!trouble_.empty()) return trouble_;
  graph_[made.id].name = input.name;
  graph_.inputs.push_back(made.id);
  graph_.input_names.push_back(input.name);
  // If the model only quantizes the input, the application may do so instead.
  const Quantization quantization = quantized_by(input.name);
  if (borders_.quantized && made.type == nook::DType::kF32 && quantization.type != nook::DType::kNone) {
    graph_[made.id].type = quantization.type;
    graph_[made.id].scales = {quantization.scale}, graph_[made.id].zero_point = quantization.zero_point;
  }
  values_[input.name] = made;
  state(made, &stated_.inputs);
  return {};
}

std::vector<std::string> Mapper::add_inputs() {
  for (const auto& [name, shape] : borders_.shapes) {
    const auto is = [&, own = &name](const Interface& input) { return input.name == *own; };
    if (name.empty() ? model_.inputs.size() != 1 : std::ranges::none_of(model_.inputs, is)) {
      std::vector<std::string> names;
      for (const Interface& input : model_.inputs) names.push_back(printable(input.name));
      return {(name.empty() ? "--input-shape: need the name of an input: "
                            : "--input-shape: the model has no input '" + printable(name) + "'; inputs: ") +
              join_text(names)};
    }
  }
  const std::map<std::string, int64_t> named = named_dimensions();
  std::vector<std::string> wrong;
  for (const Interface& input : model_.inputs) {
    if (model_.constants.count(input.name)) continue;  // an initializer, which old exporters list as an input
    if (const std::string why = add_input(input, named); !why.empty())
      wrong.push_back("input '" + input.name + "': " + why);
  }
  return wrong;
}

std::string Mapper::declare(const Value& value, const Quantization& quantization) {
  Tensor& tensor = graph_[value.id];
  const bool bytes = tensor.type == nook::DType::kU8;
  if ((bytes ? nook::DType::kS8 : tensor.type) != quantization.type)
    return "its operand and its zero point have different types";
  tensor.scales = {quantization.scale}, tensor.zero_point = quantization.zero_point + (bytes ? 128 : 0);
  return {};
}

std::string Mapper::add_outputs() {
  integer_ = false;
  for (const Interface& output : model_.outputs) {
    const auto at = [&](const std::string& why) { return "output '" + output.name + "': " + why; };
    const auto found = values_.find(output.name);
    if (found == values_.end()) return at("no node computes it");
    if (found->second.known()) return at("it does not depend on the inputs");
    Value value = settled(found->second);
    const bool float_in_int8 = value.type == nook::DType::kF32 && graph_[value.id].type != nook::DType::kF32;
    if (float_in_int8 && !borders_.quantized) value = floated(value);
    if (value.type == nook::DType::kU16) value = as_uint16(*this, value);
    if (value.type == nook::DType::kU8 && graph_[value.id].type == nook::DType::kS8) {
      const Quantization now = quantization_of(value);
      value = requantized(value, {nook::DType::kU8, now.scale, now.zero_point + 128});
    }
    const size_t rank = value.shape.size();
    TensorId id = stored(value, borders_.channels_last ? channels_last(rank) : plain_order(rank));
    if (graph_.is_input(id) || graph_.is_output(id)) {  // it must own its bytes
      const Tensor& same = graph_[id];
      const Dims dims(same.shape.dim, same.shape.dim + same.shape.rank);
      const TensorId copy = like(id, dims);
      emit(reshape(), {id, add_ints(std::vector<int32_t>(dims.begin(), dims.end()))}, {copy});
      id = copy;
    }
    if (!trouble_.empty()) return at(trouble_);
    graph_.outputs.push_back(id);
    graph_.output_names.push_back(output.name);
    state(value, &stated_.outputs);
  }
  note_orders();
  return model_.outputs.empty() ? "the model has no output" : "";
}

Result<Graph> Mapper::take(const std::string& file) {
  graph_.file = file;
  add_biases(graph_);
  graph_.description = nook::kFromOnnx + (model_.producer.empty() ? "" : " of " + model_.producer);
  // Tensors that no node reads need no name; names of the model are kept, even if several tensors share one.
  std::set<std::string> names;
  for (size_t i = 0; i < graph_.tensors.size(); ++i) {
    std::string& name = graph_.tensors[i].name;
    if (name.empty() || names.count(name)) name += (name.empty() ? "tensor_" : "_") + std::to_string(i);
    names.insert(name);
  }
  const bool straight = graph_.regions.empty();  // those passes do not support regions
  if (straight) fold_constants(graph_, widens_weights(graph_)), fold_activations(graph_);
  part_clamps(graph_);
  if (straight) drop_dead(graph_);
  if (const Status sound = check_from_onnx(graph_); !sound) return sound.diag();
  return std::move(graph_);
}

}  // namespace nookc::onnx
