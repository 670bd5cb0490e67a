#include "nookc/front/onnx/mapper.h"

#include <algorithm>
#include <cmath>

#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nookc/front/onnx/attributes.h"
#include "nookc/front/onnx/fold.h"
#include "nookc/front/onnx/normalize_fused.h"
#include "nookc/front/onnx/op_table.h"

namespace nookc::onnx {
namespace {

nook::DType memory_type(nook::DType type) {
  // Indices and sizes: no kernel computes with 64 bits.
  return type == nook::DType::kS64 ? nook::DType::kS32 : type;
}

constexpr int64_t kWorkOfNode = 256;  // work per node, in addition to the work of computing its elements

std::string no_such(const OnnxNode& node) {
  const std::string need = fused_need(node);
  if (!need.empty()) return need;
  for (const char* op : {"NonZero", "Unique", "Compress"})
    if (node.domain.empty() && node.op == op)
      return "nook has no such operator: how many results it has depends on the values";
  return node.domain.empty() ? "nook has no such operator"
                             : "nook has no such operator, and the model has no function of that name";
}

}  // namespace

std::string named(const OnnxNode& node) {
  const std::string name = !node.name.empty() ? node.name : node.out[0];
  const std::string op = node.domain.empty() ? node.op : node.domain + "." + node.op;
  return "node " + std::to_string(node.number) + " " + op + " '" + name + "'";
}

Mapper::Mapper(const OnnxModel& model, const Borders& borders) : model_(model), borders_(borders) {
  index(model);
  for (const OnnxNode& node : model.nodes) each_inner(node, [&](const OnnxGraph& inner) { index(inner); });
  add_constants(model);
}

void Mapper::index(const OnnxGraph& graph) {
  for (const OnnxNode& node : graph.nodes)
    for (const std::string& name : node.in)
      if (!name.empty()) readers_[name].push_back(&node);
  for (const Interface& output : graph.outputs) outputs_.insert(output.name);
}

void Mapper::add_constants(const OnnxGraph& graph) {
  for (const auto& [name, constant] : graph.constants)
    values_[name] = {
        TensorId::kNone, constant, constant->type, constant->dims, plain_order(constant->dims.size()),
        constant->dims};
}

const Value& Mapper::raw(size_t i) const { return values_.at(node_->input(i)); }

bool Mapper::wanted(size_t k) const {
  return k < node_->out.size() && !node_->out[k].empty() &&
         (readers_.contains(node_->out[k]) || outputs_.contains(node_->out[k]));
}

Value Mapper::in(size_t i) { return integer_ ? raw(i) : floated(raw(i)); }

ConstantPtr Mapper::constant(size_t i) const {
  if (!given(i)) return nullptr;
  const auto found = values_.find(node_->input(i));
  return found == values_.end() ? nullptr : found->second.constant;
}

std::vector<int64_t> Mapper::integers(size_t i, const std::string& attribute) const {
  if (const ConstantPtr known = constant(i)) return integers_of(*known);
  return node_->integers(attribute);
}

void Mapper::bind(const std::string& name, Value value) {
  // Gives the tensor the model's name; the first name wins.
  if (!value.known() && graph_[value.id].name.empty()) graph_[value.id].name = name;
  values_[name] = std::move(value);
}

void Mapper::give(size_t k, Value value) {
  if (!wanted(k)) return;
  if (k == 0 && clamp_ && fused_ != nook::Activation::kNone) {
    taken_.insert(clamp_);
    bind(clamp_->out[0], value);
  }
  bind(node_->out[k], std::move(value));
}

TensorId Mapper::fresh(const Dims& stored, nook::DType type) {
  Tensor tensor;
  tensor.type = memory_type(type);
  if (integer_ && type == nook::DType::kF32) {
    tensor.type = out_.type;
    tensor.scales = {out_.scale}, tensor.zero_point = out_.zero_point;
  }
  const auto elements = elements_of(stored);
  if (stored.size() > nook::kMaxRank) {
    refuse("it needs a tensor of " + std::to_string(stored.size()) + " dimensions; nook has at most " +
           std::to_string(nook::kMaxRank));
  } else if (!elements || *elements > INT32_MAX / 8) {
    refuse("it needs a tensor of more than 2^28 elements");
  } else if (*elements == 0) {
    refuse("it computes a tensor without elements");
  } else {
    tensor.shape.rank = static_cast<uint8_t>(stored.size());
    for (size_t i = 0; i < stored.size(); ++i) tensor.shape.dim[i] = static_cast<int32_t>(stored[i]);
  }
  return graph_.add(std::move(tensor));
}

TensorId Mapper::like(TensorId other, const Dims& stored) {
  const Tensor from = graph_[other];
  const bool integer = integer_;
  integer_ = false;
  const TensorId made = fresh(stored, from.type);
  integer_ = integer;
  graph_[made].scales = from.scales, graph_[made].zero_point = from.zero_point;
  return made;
}

TensorId Mapper::add_constant(const Constant& constant) {
  Tensor tensor;
  tensor.type = constant.type;
  tensor.scales = constant.scales, tensor.zero_point = constant.zero_point,
  tensor.channel_axis = constant.axis;
  if (constant.dims.size() > nook::kMaxRank) {
    refuse("it has a constant of " + std::to_string(constant.dims.size()) + " dimensions; nook has at most " +
           std::to_string(nook::kMaxRank));
    return graph_.add(std::move(tensor));
  }
  tensor.shape.rank = static_cast<uint8_t>(constant.dims.size());
  for (size_t i = 0; i < constant.dims.size(); ++i)
    tensor.shape.dim[i] = static_cast<int32_t>(constant.dims[i]);
  if (memory_type(constant.type) != constant.type) {
    tensor.type = memory_type(constant.type);
    tensor.data =
        std::make_shared<Bytes>(make_constant(tensor.type, constant.dims, integers_of(constant)).data);
  } else {
    tensor.data = std::make_shared<Bytes>(constant.data);
  }
  if (tensor.data->empty()) refuse("it reads a constant without elements");
  return graph_.add(std::move(tensor));
}

TensorId Mapper::add_ints(const std::vector<int32_t>& numbers) {
  return add_ints(numbers, {static_cast<int64_t>(numbers.size())});
}

TensorId Mapper::add_ints(const std::vector<int32_t>& numbers, const Dims& dims) {
  const std::vector<int64_t> wide(numbers.begin(), numbers.end());
  const ConstantPtr made = shared(make_constant(nook::DType::kS32, dims, wide));
  return numbers.empty() ? add_constant(make_constant(nook::DType::kS32, {1}, std::vector<int64_t>{0}))
                         : add_constant(*made);
}

TensorId Mapper::store_constant(const ConstantPtr& constant, const Order& order, const Dims& shape) {
  const auto key = std::tuple(constant, order, shape);
  if (const auto found = stored_.find(key); found != stored_.end()) return found->second;
  Constant whole = *constant;
  whole.dims = shape;
  std::vector<int> perm;
  for (const int axis : order)
    if (axis >= 0) perm.push_back(axis);
  Constant moved = transposed(whole, perm);
  moved.dims = dims_in(shape, order);
  const TensorId made = add_constant(moved);
  stored_[key] = made;
  return made;
}

void Mapper::emit(const Attrs& attrs, std::vector<TensorId> in, std::vector<TensorId> out) {
  Node made;
  made.attrs = attrs;
  made.in = std::move(in), made.out = std::move(out);
  // TensorFlow Lite's convolutions either have a bias or end before that operand. Custom operators name all
  // of their operands.
  while (!nook::is_custom(attrs.code()) && made.in.back() == TensorId::kNone) made.in.pop_back();
  // For a reshape to a scalar, TensorFlow Lite reads the shape only from the options.
  if (attrs.code() == nook::OpCode::kReshape && graph_[made.out[0]].shape.rank == 0) made.in.resize(1);
  graph_.nodes.push_back(std::move(made));
}

Value Mapper::value(TensorId id, Dims shape, Order order, nook::DType type) const {
  return {id, nullptr, type, shape, std::move(order), shape};
}

Value Mapper::value(TensorId id, Dims shape) const {
  const size_t rank = shape.size();
  return value(id, std::move(shape), plain_order(rank));
}

Quantization Mapper::quantization_of(const Value& value) const {
  if (value.known()) {
    const Constant& c = *value.constant;
    return c.scales.size() == 1 ? Quantization{c.type, c.scales[0], c.zero_point} : Quantization{};
  }
  const Tensor& t = graph_[value.id];
  return t.scales.size() == 1 ? Quantization{t.type, t.scales[0], t.zero_point} : Quantization{};
}

Value Mapper::floated(const Value& value) {
  if (value.type != nook::DType::kF32) return value;
  Value made = value;
  if (value.known()) {
    if (!value.constant->scales.empty()) made.constant = shared(as_float(*value.constant));
    return made;
  }
  if (graph_[value.id].type == nook::DType::kF32) return value;
  const auto [found, is_new] = forms_.floated.try_emplace(value.id, value.id);
  if (is_new) {
    Tensor tensor = graph_[value.id];
    tensor.type = nook::DType::kF32;
    tensor.scales.clear(), tensor.zero_point = 0, tensor.name.clear();
    found->second = graph_.add(std::move(tensor));
    emit(nook::Dequantize::Attrs{}, {value.id}, {found->second});
  }
  made.id = found->second;
  return made;
}

Value Mapper::requantized(const Value& value, const Quantization& to) {
  Value made = value;
  if (value.known()) {
    made.constant = shared(quantized(*value.constant, to));
    return made;
  }
  if (quantization_of(value) == to) return value;
  Tensor tensor = graph_[value.id];
  tensor.type = to.type;
  tensor.scales = {to.scale}, tensor.zero_point = to.zero_point, tensor.name.clear();
  made.id = graph_.add(std::move(tensor));
  emit(nook::Quantize::Attrs{}, {value.id}, {made.id});
  return made;
}

void Mapper::fix_quantization(float scale, int32_t zero_point) {
  out_.scale = scale, out_.zero_point = zero_point;
  if (out_.type == nook::DType::kS16) out_.scale = 1.0f / 32768, out_.zero_point = 0;
}

// Whether the node reads real numbers that do not all have that quantization.
bool Mapper::several_scales(const Quantization& first) const {
  for (size_t i = 0; i < node_->in.size(); ++i)
    if (given(i) && raw(i).type == nook::DType::kF32 && !(quantization_of(raw(i)) == first)) return true;
  return false;
}

void Mapper::choose_arithmetic(unsigned traits) {
  integer_ = false, out_ = {}, fused_ = nook::Activation::kNone, clamp_ = nullptr;
  if (!(traits & (kInteger | kKeeps))) return;
  Quantization first;
  for (size_t i = 0; i < node_->in.size(); ++i) {
    if (!given(i) || raw(i).known() || raw(i).type != nook::DType::kF32) continue;
    const Quantization one = quantization_of(raw(i));
    if (one.type == nook::DType::kNone || one.type == nook::DType::kF32) return;
    if (first.type == nook::DType::kNone) first = one;
    if (first.type != one.type) return;
  }
  if (first.type == nook::DType::kNone) return;
  const LookAhead ahead = look_ahead(*node_, traits & kClamps);
  out_ = ahead.quantization, fused_ = ahead.activation, clamp_ = ahead.clamp;
  if (out_.type == nook::DType::kNone && (traits & kKeeps)) {
    // The operand's scale, if there is only one: values with other scales might not fit it.
    if ((traits & kMany) && several_scales(first)) return;
    out_ = first, fused_ = nook::Activation::kNone;
  }
  integer_ = out_.type == first.type;
  if (!integer_) fused_ = nook::Activation::kNone;
}

// The reason for an operator that is only computed before the model runs, and could not be.
std::string Mapper::unfolded(const OnnxNode& node) const {
  if (node.op == "EyeLike")  // reads no value
    return "nook computes it before the model runs only: need the shape of a matrix, not too large";
  for (const std::string& name : node.in)
    if (const auto found = values_.find(name); found != values_.end() && !found->second.known())
      return "nook computes it before the model runs only, and '" + name + "' is not known then";
  return "nook computes it before the model runs only: its operands are not in their range, or its result is "
         "too large";
}

std::string Mapper::map_one(const OnnxNode& node) {
  const OperatorRow* const row = find_operator(node.domain, node.op);
  if (!row) return can_fold(node) && node.op != "NonZero" ? unfolded(node) : no_such(node);
  if (node.in.size() < row->least)
    return "operands: need " + std::to_string(row->least) + ", have " + std::to_string(node.in.size());
  for (size_t i = 0; i < (row->traits & kAll ? node.in.size() : row->least); ++i)
    if (node.in[i].empty()) return "operand " + std::to_string(i) + " is missing";
  for (size_t i = 0; i < node.in.size(); ++i)
    if (given(i) && !values_.count(node.in[i]))
      return "it reads '" + node.in[i] + "', which no node computes";
  choose_arithmetic(row->traits);
  refused_inside_ = false;
  if (std::string why = row->map(*this); !why.empty()) return why;
  return trouble_;
}

bool Mapper::fold_node(const OnnxNode& node) {
  const auto lookup = [&](const std::string& name) -> const Value* {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  };
  if (lookup(node.out[0])) return lookup(node.out[0])->known();
  const ConstantPtr made = fold(node, opset_of(node), lookup, &fold_budget_);
  if (!made) return false;
  const size_t rank = made->dims.size();
  values_[node.out[0]] = {TensorId::kNone, made, made->type, made->dims, plain_order(rank), made->dims};
  return true;
}

void Mapper::map_node(const OnnxNode& node) {
  node_ = &node;
  trouble_.clear();
  if (taken_.count(&node)) return;
  bool reads_refused = false;
  for (const std::string& name : node.in) reads_refused |= refused_values_.count(name) > 0;
  const bool unknown = !find_operator(node.domain, node.op) && !can_fold(node);
  std::string why;
  // A node that reads a missing result is not examined, except to find unknown operators.
  if (!reads_refused || unknown) {
    if (!unknown) why = wrong_attribute(node);
    if (why.empty() && !reads_refused && fold_node(node)) return;
    const size_t from = graph_.nodes.size();
    if (why.empty()) why = unknown ? no_such(node) : map_one(node);
    if (why.empty()) doubt(node, from);
  }
  if (why.empty() && !reads_refused && !refused_inside_) return;
  refused_inside_ = false;
  for (const std::string& name : node.out) refused_values_.insert(name);
  if (!why.empty()) refused_.push_back(within_ + named(node) + ": " + why);
}

// Removes the values known by the names of the graph: its results do not exist outside of it, and its names
// hide equal ones of enclosing graphs.
std::map<std::string, Value> Mapper::forget(const OnnxGraph& graph) {
  std::map<std::string, Value> known;
  const auto take = [&](const std::string& name) {
    if (auto found = values_.extract(name)) known.insert(std::move(found));
  };
  for (const Interface& input : graph.inputs) take(input.name);
  for (const auto& [name, constant] : graph.constants) take(name);
  for (const OnnxNode& node : graph.nodes) {
    taken_.erase(&node);
    for (const std::string& name : node.out) take(name);
  }
  return known;
}

void Mapper::map_graph(const OnnxGraph& graph, const std::vector<Value>& operands) {
  add_constants(graph);
  for (size_t i = 0; i < operands.size(); ++i) bind(graph.inputs[i].name, operands[i]);
  for (const OnnxNode& node : graph.nodes) fold_node(node);
  for (const OnnxNode& node : graph.nodes) map_node(node);
}

std::string Mapper::run_inner(const std::string& attribute, const std::vector<Value>& operands,
                              std::vector<Value>* results) {
  const OnnxNode& outer = *node_;
  const auto found = outer.attributes.find(attribute);
  const std::shared_ptr<OnnxGraph> graph = found == outer.attributes.end() ? nullptr : found->second.graph;
  if (!graph) return attribute + ": need a graph";
  if (graph->inputs.size() != operands.size())
    return attribute + ": need a graph of " + std::to_string(operands.size()) + " inputs, have " +
           std::to_string(graph->inputs.size());
  // Nested graphs, each with many iterations, could take forever.
  fold_budget_ -= kWorkOfNode * static_cast<int64_t>(graph->nodes.size() + 1);
  if (fold_budget_ < 0) return "its graphs have too many nodes over all iterations";
  const std::string around = within_, trouble = trouble_;
  within_ += named(outer) + ": ";
  std::map<std::string, Value> hidden = forget(*graph);
  map_graph(*graph, operands);
  within_ = around, node_ = &outer;
  integer_ = false, out_ = {}, fused_ = nook::Activation::kNone, clamp_ = nullptr;
  trouble_ = trouble;
  refused_inside_ = false;
  results->clear();
  std::string missing;
  for (const Interface& output : graph->outputs) {
    const auto made = values_.find(output.name);
    if (made != values_.end()) {
      results->push_back(made->second);
    } else if (refused_values_.count(output.name)) {
      refused_inside_ = true;
    } else {
      missing = "its graph returns '" + output.name + "', which no node computes";
    }
  }
  if (refused_inside_) results->clear();
  forget(*graph);
  values_.merge(hidden);
  return missing;
}

Mapper::Point Mapper::here() {
  const auto size = forms_.reordered.size() + forms_.floated.size() + stored_.size() +
                    refused_values_.size() + graph_.regions.marks.size() + graph_.regions.copied.size() +
                    graph_.nodes.size();
  fold_budget_ -= static_cast<int64_t>(size);
  return {
      graph_.nodes.size(), graph_.tensors.size(), refused_.size(), graph_.regions, regions_, forms_, stored_,
      refused_values_};
}

void Mapper::back_to(const Point& point) {
  graph_.nodes.erase(graph_.nodes.begin() + static_cast<std::ptrdiff_t>(point.nodes), graph_.nodes.end());
  graph_.tensors.erase(graph_.tensors.begin() + static_cast<std::ptrdiff_t>(point.tensors),
                       graph_.tensors.end());
  refused_.resize(point.refused);
  graph_.regions = point.regions, regions_ = point.writer, forms_ = point.forms, stored_ = point.stored;
  refused_values_ = point.refused_values;
}

std::vector<std::string> Mapper::run() {
  if (std::vector<std::string> wrong = add_inputs(); !wrong.empty()) return wrong;
  // Folds constants first, because operators look ahead at the scales of a QuantizeLinear that follows.
  for (const OnnxNode& node : model_.nodes) fold_node(node);
  for (const OnnxNode& node : model_.nodes) map_node(node);
  if (refused_.empty()) {
    if (const std::string why = add_outputs(); !why.empty()) return {why};
    return {};
  }
  std::vector<std::string> all = refused_;
  const std::vector<std::string> more = unsupported(graph_);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace nookc::onnx
