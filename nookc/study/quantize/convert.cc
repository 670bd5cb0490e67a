#include "nookc/study/quantize/convert.h"

#include <algorithm>
#include <cfloat>
#include <map>
#include <memory>

#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/lstm.h"
#include "nookc/study/quantize/svdf.h"

namespace nookc {
namespace {

constexpr size_t kArenaBytes = size_t{1} << 22;

class Converter {
 public:
  Converter(const Graph& from, const std::vector<Precision>& precisions, const std::vector<Range>& ranges,
            const Given* given, const ConvertOptions& options)
      : from_(from),
        precisions_(precisions),
        ranges_(ranges),
        given_(given),
        options_(options),
        scheme_(from, precisions, ranges, given),
        inside_(nodes_inside(from)) {
    to_.graph.file = from.file;
    to_.graph.description = from.description;
    to_.graph.input_names = from.input_names, to_.graph.output_names = from.output_names;
    to_.graph.unlisted = from.unlisted;
    to_.precisions = precisions;
    to_.where.assign(from.tensors.size(), TensorId::kNone);
    home_.assign(from.tensors.size(), Precision::kFloat);
    to_.graph.tensors.resize(from.tensors.size());
    placed_.assign(from.tensors.size(), false);
  }

  Converted run() {
    for (TensorId t : from_.inputs) to_.graph.inputs.push_back(define(t, options_.io));
    for (size_t n = 0; n < from_.nodes.size(); ++n) {
      add_marks(n);
      if (!from_.nodes[n].erased()) add(n);
    }
    add_marks(from_.nodes.size());
    add_shared();
    for (TensorId t : from_.outputs)
      to_.graph.outputs.push_back(is_activation(from_, t) ? activation(t, options_.io) : plain(t));
    number_anew();
    return std::move(to_);
  }

  // Per node of the new graph: its node in the float graph, or SIZE_MAX.
  const std::vector<size_t>& origins() const { return origins_; }

 private:
  Tensor tensor_as(TensorId t, Precision precision) const {
    Tensor tensor = from_[t];
    if (precision == Precision::kFloat) return tensor;
    const Affine affine = scheme_.of(t, precision);
    tensor.type = type_of(precision), tensor.scales = {affine.scale}, tensor.zero_point = affine.zero;
    return tensor;
  }

  // Adds the new tensor for tensor `t`: it keeps its number, unless `t` becomes several tensors.
  TensorId place(TensorId t, Tensor tensor) {
    if (placed_[index(t)]) return to_.graph.add(std::move(tensor));
    placed_[index(t)] = true;
    to_.graph[t] = std::move(tensor);
    return t;
  }

  // Removes tensors that are no longer used.
  void number_anew() {
    std::vector<TensorId> number(to_.graph.tensors.size());
    std::vector<Tensor> left;
    for (size_t i = 0; i < number.size(); ++i) {
      if (i < placed_.size() && !placed_[i]) continue;
      number[i] = TensorId{static_cast<uint32_t>(left.size())};
      left.push_back(std::move(to_.graph.tensors[i]));
    }
    to_.graph.tensors = std::move(left);
    const auto renumber = [&](std::vector<TensorId>& tensors) {
      for (TensorId& t : tensors)
        if (t != TensorId::kNone) t = number[index(t)];
    };
    for (Node& node : to_.graph.nodes) renumber(node.in), renumber(node.out);
    renumber(to_.graph.inputs), renumber(to_.graph.outputs), renumber(to_.where);
    GraphRegions& regions = to_.graph.regions;
    for (RegionMark& mark : regions.marks) {
      std::vector<TensorId> condition = {mark.condition};
      renumber(condition), renumber(mark.results), renumber(mark.carried);
      mark.condition = condition[0];
    }
    for (auto& [value, whole] : regions.joined) value = number[index(value)], whole = number[index(whole)];
    renumber(regions.copied);
  }

  // The tensor that an operator or the application writes in this precision.
  TensorId define(TensorId t, Precision precision) {
    if (!is_activation(from_, t)) return plain(t);
    home_[index(t)] = precision;
    const TensorId made = place(t, tensor_as(t, precision));
    to_.where[index(t)] = as_[{t, precision}] = made;
    return made;
  }

  // Copies the control flow marks before node `n`. Values that nodes inside a region read from the
  // surrounding graph are converted to float before the first of them; the region's results are float.
  void add_marks(size_t n) {
    const std::vector<RegionMark>& marks = from_.regions.marks;
    for (; mark_ < marks.size() && marks[mark_].at == n; ++mark_) {
      RegionMark mark = marks[mark_];
      if (mark.kind == RegionMark::Kind::kIf || mark.kind == RegionMark::Kind::kLoop)
        if (depth_++ == 0) float_what_is_read_inside(n);
      depth_ -= mark.kind == RegionMark::Kind::kEndIf || mark.kind == RegionMark::Kind::kEndLoop;
      mark.at = to_.graph.nodes.size();
      mark.condition = plain(mark.condition);
      for (TensorId& t : mark.carried) t = shared(t);
      for (TensorId& t : mark.results) t = shared(t);
      to_.graph.regions.marks.push_back(std::move(mark));
    }
  }

  void float_what_is_read_inside(size_t first) {
    for (size_t n = first; n < from_.nodes.size() && inside_[n]; ++n)
      for (TensorId t : from_.nodes[n].in)
        if (is_activation(from_, t) && !from_[t].variable && as_.contains({t, home_[index(t)]}))
          activation(t, Precision::kFloat);
  }

  // A tensor that control flow writes.
  TensorId shared(TensorId t) {
    const auto found = as_.find({t, Precision::kFloat});
    return found == as_.end() ? define(t, Precision::kFloat) : found->second;
  }

  void add_shared() {
    for (const auto& [value, whole] : from_.regions.joined)
      to_.graph.regions.joined.emplace_back(shared(value), shared(whole));
    for (TensorId t : from_.regions.copied) to_.graph.regions.copied.push_back(shared(t));
  }

  // Tensors that stay unchanged: indices, state, and constants that are not data.
  TensorId plain(TensorId t) {
    if (t == TensorId::kNone) return t;
    const auto [found, fresh] = as_.try_emplace({t, Precision::kFloat}, TensorId::kNone);
    if (fresh) found->second = place(t, from_[t]);
    return found->second;
  }

  void insert(Attrs attrs, TensorId in, TensorId out) {
    Node node;
    node.attrs = attrs, node.in = {in}, node.out = {out};
    to_.graph.nodes.push_back(std::move(node));
    origins_.push_back(SIZE_MAX);
  }

  // An activation in the precision that its reader needs.
  TensorId activation(TensorId t, Precision precision) {
    const auto found = as_.find({t, precision});
    if (found != as_.end()) return found->second;
    Tensor tensor = tensor_as(t, precision);
    tensor.name += precision == Precision::kFloat  ? "_float"
                   : precision == Precision::kInt8 ? "_int8"
                                                   : "_int16";
    tensor.source = -1;
    const TensorId home = as_.at({t, home_[index(t)]}), made = to_.graph.add(std::move(tensor));
    if (precision == Precision::kFloat)
      insert(nook::Dequantize::Attrs{}, home, made);
    else
      insert(nook::Quantize::Attrs{}, home, made);
    return as_[{t, precision}] = made;
  }

  // An activation with another scale, for one operand.
  TensorId requantized(TensorId t, Precision precision, const Affine& affine) {
    const TensorId source = activation(t, precision);
    Tensor tensor = to_.graph[source];
    tensor.name = from_[t].name + "_requantized", tensor.source = -1;
    tensor.scales = {affine.scale}, tensor.zero_point = affine.zero;
    const TensorId made = to_.graph.add(std::move(tensor));
    insert(nook::Quantize::Attrs{}, source, made);
    return made;
  }

  // The weights and bias of a node with integer data.
  void add_weights(const Node& node, const Weighted& w, Precision precision, std::vector<TensorId>& in) {
    const Tensor& weights = from_[node.in[w.weights]];
    const int bits = weight_bits(w, precision, options_.weights);
    const int axis = weight_axis(node, w, given_, options_.weights);
    const float input_scale = to_.graph[in[w.data]].scales[0];
    std::vector<float> scales = weight_scales(weights, axis, bits, input_scale);
    if (w.has_bias) widen_for_bias(from_[node.in[w.bias]], input_scale, precision, scales);
    in[w.weights] = place(node.in[w.weights], quantized_weights(weights, scales, axis, bits));
    if (w.has_bias)
      in[w.bias] =
          place(node.in[w.bias], quantized_bias(from_[node.in[w.bias]], input_scale, scales, precision));
  }

  // Converts a float variable tensor to integers.
  TensorId variable(TensorId t, nook::DType type, const Affine& affine) {
    Tensor tensor = from_[t];
    tensor.type = type, tensor.scales = {affine.scale}, tensor.zero_point = affine.zero;
    return place(t, std::move(tensor));
  }

  // The operands of an LSTM. The hidden state has the scale of the result; the cells have their own.
  std::vector<TensorId> recurrent(const Node& node, Precision precision) {
    using Lstm = LstmOperands;
    std::vector<TensorId> in = node.in;
    in[Lstm::kX] = activation(node.in[Lstm::kX], precision);
    const float input_scale = to_.graph[in[Lstm::kX]].scales[0];
    for (size_t g = 0; g < Lstm::kGates; ++g) {
      const TensorId bias = node.in[Lstm::kBias + g];
      for (const size_t i : {Lstm::kFromX + g, Lstm::kRecurrent + g}) {
        const Tensor& weights = from_[node.in[i]];
        std::vector<float> scales = weight_scales(weights, -1, 8, input_scale);
        if (i == Lstm::kFromX + g && bias != TensorId::kNone)
          widen_for_bias(from_[bias], input_scale, precision, scales);
        in[i] = place(node.in[i], quantized_weights(weights, scales, -1, 8));
      }
      if (bias == TensorId::kNone) continue;
      const std::vector<float> scales = to_.graph[in[Lstm::kFromX + g]].scales;
      in[Lstm::kBias + g] = place(bias, quantized_bias(from_[bias], input_scale, scales, precision));
    }
    const TensorId cell = node.in[Lstm::kCell];
    const bool given = given_ && given_->affine[index(cell)];
    const Affine of_cells = given ? *given_->affine[index(cell)] : affine_of_cells(ranges_[index(cell)]);
    in[Lstm::kHidden] =
        variable(node.in[Lstm::kHidden], type_of(precision), scheme_.of(node.out[0], precision));
    in[Lstm::kCell] = variable(cell, nook::DType::kS16, of_cells);
    return in;
  }

  // The operands of an SVDF.
  std::vector<TensorId> filtered(const Node& node, Precision precision) {
    using Svdf = SvdfOperands;
    std::vector<TensorId> in = node.in;
    in[Svdf::kX] = activation(node.in[Svdf::kX], precision);
    const Tensor& weights = from_[node.in[Svdf::kWeights]];
    in[Svdf::kWeights] =
        place(node.in[Svdf::kWeights], quantized_weights(weights, weight_scales(weights, -1, 8), -1, 8));
    const TensorId state = node.in[Svdf::kState], bias = node.in[Svdf::kBias];
    const bool given = given_ && given_->affine[index(state)];
    const Affine of_state =
        given ? *given_->affine[index(state)] : affine_of(ranges_[index(state)], Precision::kInt16);
    in[Svdf::kState] = variable(state, nook::DType::kS16, of_state);
    const float scale = time_scale(from_, node, of_state.scale);
    in[Svdf::kTime] = place(node.in[Svdf::kTime], quantized_weights16(from_[node.in[Svdf::kTime]], scale));
    if (bias != TensorId::kNone)
      in[Svdf::kBias] = place(bias, quantized_bias(from_[bias], of_state.scale, {scale}, Precision::kInt8));
    return in;
  }

  // A constant that is data, in the form that an integer operator reads.
  TensorId constant(const Node& node, const OpRule& rule, TensorId t, Precision precision) {
    Affine affine = affine_of(range_of(from_[t]), precision);
    if (rule.scales == Scales::kSame && !node.out.empty()) affine = scheme_.of(node.out[0], precision);
    return place(t, quantized_constant(from_[t], affine, precision));
  }

  void add(size_t n) {
    const Node& node = from_.nodes[n];
    const Precision precision = precisions_[n];
    const OpRule* const rule = precision == Precision::kFloat ? nullptr : rule_of(op_code(node));
    const std::optional<Weighted> w = rule ? weighted(from_, node) : std::nullopt;
    std::vector<TensorId> in;
    if (rule && is_float_lstm(from_, node)) in = recurrent(node, precision);
    if (rule && is_float_svdf(from_, node)) in = filtered(node, precision);
    for (size_t i = in.size(); i < node.in.size(); ++i) {
      const TensorId t = node.in[i];
      const Affine* const other = rule ? scheme_.requantized(n, i) : nullptr;
      const bool own = w && (i == w->weights || i == w->bias);
      if (is_activation(from_, t) && !from_[t].variable) {
        in.push_back(other ? requantized(t, precision, *other) : activation(t, precision));
      } else if (rule && !own && t != TensorId::kNone && from_[t].type == nook::DType::kF32 &&
                 from_[t].constant()) {
        in.push_back(constant(node, *rule, t, precision));
      } else {
        in.push_back(own ? TensorId::kNone : plain(t));
      }
    }
    if (w) add_weights(node, *w, precision, in);
    Node made = node;
    made.in = std::move(in);
    for (TensorId& t : made.out) t = define(t, precision);
    to_.graph.nodes.push_back(std::move(made));
    origins_.push_back(n);
  }

  const Graph& from_;
  const std::vector<Precision>& precisions_;
  const std::vector<Range>& ranges_;
  const Given* const given_;
  const ConvertOptions& options_;
  Scheme scheme_;
  Converted to_;
  std::vector<Precision> home_;
  std::vector<bool> placed_;
  const std::vector<bool> inside_;  // per node: whether control flow runs it
  size_t mark_ = 0;
  int depth_ = 0;
  std::map<std::pair<TensorId, Precision>, TensorId> as_;
  std::vector<size_t> origins_;
};

// Products of scales may overflow even if the values with these scales are never multiplied.
bool has_sound_scales(const Graph& graph, const Node& node) {
  const auto sound = [&](TensorId t) {
    return t == TensorId::kNone || std::ranges::all_of(graph[t].scales, [](float scale) {
             return scale >= FLT_MIN && scale <= FLT_MAX;
           });
  };
  return std::ranges::all_of(node.in, sound) && std::ranges::all_of(node.out, sound);
}

bool prepares(const Graph& graph, const Node& node) {
  if (!has_sound_scales(graph, node)) return false;
  if (op_code(node) == nook::OpCode::kSvdf && !has_activation(graph, node)) return false;
  const auto memory = std::make_unique_for_overwrite<uint64_t[]>(kArenaBytes / 8);
  nook::Arena arena({reinterpret_cast<uint8_t*>(memory.get()), kArenaBytes});
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  return static_cast<bool>(prepare_node(graph, node, context));
}

// Whether an operator computes with floats and has an integer form.
bool may_be_integer(const Graph& graph, const Node& node) {
  if (node.erased() || !rule_of(op_code(node))) return false;
  if (has_state(graph, node) && !is_float_lstm(graph, node) && !is_float_svdf(graph, node)) return false;
  const auto data = [&](TensorId t) { return is_activation(graph, t); };
  return std::ranges::any_of(node.in, data) || std::ranges::any_of(node.out, data);
}

}  // namespace

Converted convert(const Graph& graph, std::vector<Precision> precisions, const std::vector<Range>& ranges,
                  const Given* given, const ConvertOptions& options) {
  const std::vector<bool> inside = nodes_inside(graph);
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    if (inside[n] || !may_be_integer(graph, graph.nodes[n])) precisions[n] = Precision::kFloat;
  for (;;) {
    Converter converter(graph, precisions, ranges, given, options);
    Converted converted = converter.run();
    bool all = true;
    for (size_t i = 0; i < converted.graph.nodes.size(); ++i) {
      const size_t n = converter.origins()[i];
      if (n == SIZE_MAX || precisions[n] == Precision::kFloat) continue;
      if (!prepares(converted.graph, converted.graph.nodes[i]))
        precisions[n] = Precision::kFloat, all = false;
    }
    if (all) return converted;
  }
}

}  // namespace nookc
