#include "nookc/study/quantize/convert.h"

#include <algorithm>
#include <cfloat>
#include <map>
#include <memory>

#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/layer_norm/layer_norm_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/study/quantize/decisions.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/lstm.h"
#include "nookc/study/quantize/recurrent.h"
#include "nookc/study/quantize/streams.h"
#include "nookc/study/quantize/svdf.h"

namespace nookc {
namespace {

constexpr size_t kArenaBytes = size_t{1} << 22;

struct Conversion {
  const Graph& from;
  const std::vector<Precision>& precisions;
  const std::vector<Range>& ranges;
  const Given* const given;
  const ConvertOptions& options;
  Scheme scheme;
  Converted to;
  std::vector<Precision> home;
  std::vector<bool> placed;
  const std::vector<bool> stream;  // per tensor: whether it is a variable that inferences pass on (streams.h)
  const std::vector<bool> inside;  // per node: whether control flow runs it
  size_t mark = 0;
  int depth = 0;
  std::map<std::pair<TensorId, Precision>, TensorId> as;
  std::vector<size_t> origins;  // per node of the new graph: its node in the float graph, or SIZE_MAX
};

// Removes tensors that are no longer used.
void number_anew(Conversion& d) {
  std::vector<TensorId> number(d.to.graph.tensors.size());
  std::vector<Tensor> left;
  for (size_t i = 0; i < number.size(); ++i) {
    if (i < d.placed.size() && !d.placed[i]) continue;
    number[i] = TensorId{static_cast<uint32_t>(left.size())};
    left.push_back(std::move(d.to.graph.tensors[i]));
  }
  d.to.graph.tensors = std::move(left);
  const auto renumber = [&](std::vector<TensorId>& tensors) {
    for (TensorId& t : tensors)
      if (t != TensorId::kNone) t = number[index(t)];
  };
  for (Node& node : d.to.graph.nodes) renumber(node.in), renumber(node.out);
  renumber(d.to.graph.inputs), renumber(d.to.graph.outputs), renumber(d.to.where);
  GraphRegions& regions = d.to.graph.regions;
  for (RegionMark& mark : regions.marks) {
    std::vector<TensorId> condition = {mark.condition};
    renumber(condition), renumber(mark.results), renumber(mark.carried);
    mark.condition = condition[0];
  }
  for (auto& [value, whole] : regions.joined) value = number[index(value)], whole = number[index(whole)];
  renumber(regions.copied);
}

Tensor tensor_as(const Conversion& d, TensorId t, Precision precision) {
  Tensor tensor = d.from[t];
  if (precision == Precision::kFloat) return tensor;
  const Affine affine = d.scheme.of(t, precision);
  tensor.type = type_of(precision), tensor.scales = {affine.scale}, tensor.zero_point = affine.zero;
  return tensor;
}

// Adds the new tensor for tensor `t`: it keeps its number, unless `t` becomes several tensors.
TensorId place(Conversion& d, TensorId t, Tensor tensor) {
  if (d.placed[index(t)]) return d.to.graph.add(std::move(tensor));
  d.placed[index(t)] = true;
  d.to.graph[t] = std::move(tensor);
  return t;
}

// Tensors that stay unchanged: indices, state, and constants that are not data.
TensorId plain(Conversion& d, TensorId t) {
  if (t == TensorId::kNone) return t;
  const auto [found, fresh] = d.as.try_emplace({t, Precision::kFloat}, TensorId::kNone);
  if (fresh) found->second = place(d, t, d.from[t]);
  return found->second;
}

// The tensor that an operator or the application writes in this precision.
TensorId define(Conversion& d, TensorId t, Precision precision) {
  if (!is_activation(d.from, t)) return plain(d, t);
  d.home[index(t)] = precision;
  const TensorId made = place(d, t, tensor_as(d, t, precision));
  d.to.where[index(t)] = d.as[{t, precision}] = made;
  return made;
}

void insert(Conversion& d, Attrs attrs, TensorId in, TensorId out) {
  Node node;
  node.attrs = attrs, node.in = {in}, node.out = {out};
  d.to.graph.nodes.push_back(std::move(node));
  d.origins.push_back(SIZE_MAX);
}

// An activation in the precision that its reader needs.
TensorId activation(Conversion& d, TensorId t, Precision precision) {
  const auto found = d.as.find({t, precision});
  if (found != d.as.end()) return found->second;
  Tensor tensor = tensor_as(d, t, precision);
  tensor.name += precision == Precision::kFloat  ? "_float"
                 : precision == Precision::kInt8 ? "_int8"
                                                 : "_int16";
  tensor.source = -1;
  const TensorId home = d.as.at({t, d.home[index(t)]}), made = d.to.graph.add(std::move(tensor));
  if (precision == Precision::kFloat)
    insert(d, nook::Dequantize::Attrs{}, home, made);
  else
    insert(d, nook::Quantize::Attrs{}, home, made);
  return d.as[{t, precision}] = made;
}

void float_what_is_read_inside(Conversion& d, size_t first) {
  for (size_t n = first; n < d.from.nodes.size() && d.inside[n]; ++n)
    for (TensorId t : d.from.nodes[n].in)
      if (is_activation(d.from, t) && !d.from[t].variable && d.as.contains({t, d.home[index(t)]}))
        activation(d, t, Precision::kFloat);
}

// A tensor that control flow writes.
TensorId shared(Conversion& d, TensorId t) {
  const auto found = d.as.find({t, Precision::kFloat});
  return found == d.as.end() ? define(d, t, Precision::kFloat) : found->second;
}

// Copies the control flow marks before node `n`. Values that nodes inside a region read from the
// surrounding graph are converted to float before the first of them; the region's results are float.
void add_marks(Conversion& d, size_t n) {
  const std::vector<RegionMark>& marks = d.from.regions.marks;
  for (; d.mark < marks.size() && marks[d.mark].at == n; ++d.mark) {
    RegionMark mark = marks[d.mark];
    if (mark.kind == RegionMark::Kind::kIf || mark.kind == RegionMark::Kind::kLoop)
      if (d.depth++ == 0) float_what_is_read_inside(d, n);
    d.depth -= mark.kind == RegionMark::Kind::kEndIf || mark.kind == RegionMark::Kind::kEndLoop;
    mark.at = d.to.graph.nodes.size();
    mark.condition = plain(d, mark.condition);
    for (TensorId& t : mark.carried) t = shared(d, t);
    for (TensorId& t : mark.results) t = shared(d, t);
    d.to.graph.regions.marks.push_back(std::move(mark));
  }
}

void add_shared(Conversion& d) {
  for (const auto& [value, whole] : d.from.regions.joined)
    d.to.graph.regions.joined.emplace_back(shared(d, value), shared(d, whole));
  for (TensorId t : d.from.regions.copied) d.to.graph.regions.copied.push_back(shared(d, t));
}

// An activation with another scale, for one operand.
TensorId requantized(Conversion& d, TensorId t, Precision precision, const Affine& affine) {
  const TensorId source = activation(d, t, precision);
  Tensor tensor = d.to.graph[source];
  tensor.name = d.from[t].name + "_requantized", tensor.source = -1;
  tensor.scales = {affine.scale}, tensor.zero_point = affine.zero;
  const TensorId made = d.to.graph.add(std::move(tensor));
  insert(d, nook::Quantize::Attrs{}, source, made);
  return made;
}

// The weights and bias of a node with integer data.
void add_weights(Conversion& d, const Node& node, const Weighted& w, Precision precision,
                 std::vector<TensorId>& in) {
  const Tensor& weights = d.from[node.in[w.weights]];
  const int bits = weight_bits(w, precision, d.options.weights);
  const int axis = weight_axis(node, w, d.given, d.options.weights);
  const float input_scale = d.to.graph[in[w.data]].scales[0];
  std::vector<float> scales = weight_scales(weights, axis, bits, input_scale);
  if (w.has_bias) widen_for_bias(d.from[node.in[w.bias]], input_scale, precision, scales);
  in[w.weights] = place(d, node.in[w.weights], quantized_weights(weights, scales, axis, bits));
  if (w.has_bias)
    in[w.bias] =
        place(d, node.in[w.bias], quantized_bias(d.from[node.in[w.bias]], input_scale, scales, precision));
}

// Converts a float variable tensor to integers.
TensorId variable(Conversion& d, TensorId t, nook::DType type, const Affine& affine) {
  Tensor tensor = d.from[t];
  tensor.type = type, tensor.scales = {affine.scale}, tensor.zero_point = affine.zero;
  return place(d, t, std::move(tensor));
}

// The operands of an LSTM. The hidden state has the scale of the result; the cells have their own.
std::vector<TensorId> recurrent(Conversion& d, const Node& node, Precision precision) {
  using Lstm = LstmOperands;
  std::vector<TensorId> in = node.in;
  in[Lstm::kX] = activation(d, node.in[Lstm::kX], precision);
  const float input_scale = d.to.graph[in[Lstm::kX]].scales[0];
  for (size_t g = 0; g < Lstm::kGates; ++g) {
    const TensorId bias = node.in[Lstm::kBias + g];
    for (const size_t i : {Lstm::kFromX + g, Lstm::kRecurrent + g}) {
      const Tensor& weights = d.from[node.in[i]];
      std::vector<float> scales = weight_scales(weights, -1, 8, input_scale);
      if (i == Lstm::kFromX + g && bias != TensorId::kNone)
        widen_for_bias(d.from[bias], input_scale, precision, scales);
      in[i] = place(d, node.in[i], quantized_weights(weights, scales, -1, 8));
    }
    if (bias == TensorId::kNone) continue;
    const std::vector<float> scales = d.to.graph[in[Lstm::kFromX + g]].scales;
    in[Lstm::kBias + g] = place(d, bias, quantized_bias(d.from[bias], input_scale, scales, precision));
  }
  const TensorId cell = node.in[Lstm::kCell];
  const bool given = d.given && d.given->affine[index(cell)];
  const Affine of_cells = given ? *d.given->affine[index(cell)] : affine_of_cells(d.ranges[index(cell)]);
  in[Lstm::kHidden] =
      variable(d, node.in[Lstm::kHidden], type_of(precision), d.scheme.of(node.out[0], precision));
  in[Lstm::kCell] = variable(d, cell, nook::DType::kS16, of_cells);
  return in;
}

// A state before the first step of recurrent layer `n`, in the quantization of the states that follow.
TensorId first_state(Conversion& d, size_t n, size_t i, Precision precision, const Affine& affine) {
  const TensorId t = d.from.nodes[n].in[i];
  if (d.from[t].constant()) return place(d, t, quantized_constant(d.from[t], affine, precision));
  return d.scheme.requantized(n, i) ? requantized(d, t, precision, affine) : activation(d, t, precision);
}

// The operands of a recurrent layer.
std::vector<TensorId> layered(Conversion& d, size_t n, const RecurrentOperands& all, Precision precision) {
  const Node& node = d.from.nodes[n];
  const auto given = [&](size_t i) { return i > 0 && i < node.in.size() && node.in[i] != TensorId::kNone; };
  std::vector<TensorId> in = node.in;
  in[0] = activation(d, node.in[0], precision);
  const Affine of_hidden = d.scheme.of(node.out[0], precision);
  const float of_x = d.to.graph[in[0]].scales[0], of_state = state_scale(node, of_hidden.scale);
  const int bits = precision == Precision::kInt16 ? 16 : 8;
  std::vector<std::vector<float>> scales(2 * all.gates);
  for (size_t i = 0; i < scales.size(); ++i)
    scales[i] = weight_scales(d.from[node.in[1 + i]], -1, bits, i < all.gates ? of_x : of_state);
  for (size_t i = 0; i < all.biases; ++i) {
    if (!given(all.bias + i)) continue;
    const TensorId bias = node.in[all.bias + i];
    const float unit = all.recurrent(i) ? of_state : of_x;
    std::vector<float>& of_matrix = scales[all.bias_gate(i) - 1];
    widen_for_bias(d.from[bias], unit, precision, of_matrix);
    in[all.bias + i] = place(d, bias, quantized_bias(d.from[bias], unit, of_matrix, precision));
  }
  for (size_t i = 0; i < scales.size(); ++i) {
    const Tensor& matrix = d.from[node.in[1 + i]];
    in[1 + i] = place(d, node.in[1 + i],
                      bits == 16 ? quantized_weights16(matrix, scales[i][0])
                                 : quantized_weights(matrix, scales[i], -1, bits));
  }
  if (given(all.hidden)) in[all.hidden] = first_state(d, n, all.hidden, precision, of_hidden);
  if (given(all.cell))
    in[all.cell] = first_state(d, n, all.cell, Precision::kInt16, affine_of_layer_cells(node));
  if (given(all.lengths)) in[all.lengths] = plain(d, node.in[all.lengths]);
  return in;
}

// The operands of an SVDF.
std::vector<TensorId> filtered(Conversion& d, const Node& node, Precision precision) {
  using Svdf = SvdfOperands;
  std::vector<TensorId> in = node.in;
  in[Svdf::kX] = activation(d, node.in[Svdf::kX], precision);
  const Tensor& weights = d.from[node.in[Svdf::kWeights]];
  in[Svdf::kWeights] =
      place(d, node.in[Svdf::kWeights], quantized_weights(weights, weight_scales(weights, -1, 8), -1, 8));
  const TensorId state = node.in[Svdf::kState], bias = node.in[Svdf::kBias];
  const bool given = d.given && d.given->affine[index(state)];
  const Affine of_state =
      given ? *d.given->affine[index(state)] : affine_of(d.ranges[index(state)], Precision::kInt16);
  in[Svdf::kState] = variable(d, state, nook::DType::kS16, of_state);
  const float scale = time_scale(d.from, node, of_state.scale);
  in[Svdf::kTime] = place(d, node.in[Svdf::kTime], quantized_weights16(d.from[node.in[Svdf::kTime]], scale));
  if (bias != TensorId::kNone)
    in[Svdf::kBias] = place(d, bias, quantized_bias(d.from[bias], of_state.scale, {scale}, Precision::kInt8));
  return in;
}

// The operands of a layer normalization: gamma has 16 bits, and beta a fixed part of gamma's unit.
std::vector<TensorId> normalized(Conversion& d, const Node& node, Precision precision) {
  constexpr float kOfBeta = 1.0f / (1 << NOOK_NORM_BETA_BITS), kOne = 1.0f / 16384;
  std::vector<TensorId> in = {activation(d, node.in[0], precision)};
  const auto given = [&](size_t i) { return i < node.in.size() && node.in[i] != TensorId::kNone; };
  std::vector<float> scale = {kOne};
  if (given(1)) scale = weight_scales(d.from[node.in[1]], -1, 16);
  if (given(2) && given(1)) widen_for_bias(d.from[node.in[2]], kOfBeta, Precision::kInt8, scale);
  if (given(1) || given(2))
    in.push_back(given(1) ? place(d, node.in[1], quantized_weights16(d.from[node.in[1]], scale[0]))
                          : TensorId::kNone);
  if (given(2))
    in.push_back(place(d, node.in[2], quantized_bias(d.from[node.in[2]], kOfBeta, scale, Precision::kInt8)));
  return in;
}

// A constant that is data, in the form that an integer operator reads.
TensorId constant(Conversion& d, const Node& node, const OpRule& rule, TensorId t, Precision precision) {
  Affine affine = affine_of(range_of(d.from[t]), precision);
  if (rule.scales == Scales::kSame && !node.out.empty()) affine = d.scheme.of(node.out[0], precision);
  return place(d, t, quantized_constant(d.from[t], affine, precision));
}

void add(Conversion& d, size_t n) {
  const Node& node = d.from.nodes[n];
  const Precision precision = d.precisions[n];
  const OpRule* const rule = precision == Precision::kFloat ? nullptr : rule_of(op_code(node));
  std::optional<Weighted> w = rule ? weighted(d.from, node) : std::nullopt;
  // Both operands of an int16 BATCH_MATMUL are int16, constants too.
  if (w && w->rule->channel_axis < 0 && precision == Precision::kInt16) w.reset();
  std::vector<TensorId> in;
  if (rule && is_float_lstm(d.from, node)) in = recurrent(d, node, precision);
  if (rule && is_float_svdf(d.from, node)) in = filtered(d, node, precision);
  if (rule && Graph::attrs<nook::LayerNorm>(node)) in = normalized(d, node, precision);
  const std::optional<RecurrentOperands> layer = rule ? float_recurrent(d.from, node) : std::nullopt;
  if (layer) in = layered(d, n, *layer, precision);
  for (size_t i = in.size(); i < node.in.size(); ++i) {
    const TensorId t = node.in[i];
    const Affine* const other = rule ? d.scheme.requantized(n, i) : nullptr;
    const bool own = w && (i == w->weights || i == w->bias);
    if (is_activation(d.from, t) && (!d.from[t].variable || d.stream[index(t)])) {
      in.push_back(other ? requantized(d, t, precision, *other) : activation(d, t, precision));
    } else if (rule && !own && t != TensorId::kNone && d.from[t].type == nook::DType::kF32 &&
               d.from[t].constant()) {
      in.push_back(constant(d, node, *rule, t, precision));
    } else {
      in.push_back(own ? TensorId::kNone : plain(d, t));
    }
  }
  if (w) add_weights(d, node, *w, precision, in);
  Node made = node;
  made.in = std::move(in);
  for (TensorId& t : made.out)
    t = d.stream[index(t)]
            ? d.as.at({t, precision})
            : define(d, t, layer && layer->has_cell && t == node.out.back() ? Precision::kInt16 : precision);
  d.to.graph.nodes.push_back(std::move(made));
  d.origins.push_back(n);
}

// The tensors that comparisons of decision trees read: rounded numbers would decide differently.
std::vector<bool> compared(const Graph& graph) {
  std::vector<bool> found(graph.tensors.size());
  const std::vector<bool> trees = nodes_of_trees(graph);
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    for (const TensorId t : graph.nodes[n].in)
      if (trees[n] && t != TensorId::kNone) found[index(t)] = true;
  return found;
}

Converted make(Conversion& d) {
  const std::vector<bool> stay = compared(d.from);
  for (TensorId t : d.from.inputs)
    d.to.graph.inputs.push_back(define(d, t, stay[index(t)] ? Precision::kFloat : d.options.io));
  // Variables are read before they are stored.
  for (size_t n = 0; n < d.from.nodes.size(); ++n)
    if (stores_float(d.from, n)) define(d, d.from.nodes[n].out[0], d.precisions[n]);
  for (size_t n = 0; n < d.from.nodes.size(); ++n) {
    add_marks(d, n);
    if (!d.from.nodes[n].erased()) add(d, n);
  }
  add_marks(d, d.from.nodes.size());
  add_shared(d);
  for (TensorId t : d.from.outputs)
    d.to.graph.outputs.push_back(is_activation(d.from, t) ? activation(d, t, d.options.io) : plain(d, t));
  number_anew(d);
  return std::move(d.to);
}

Conversion start(const Graph& from, const std::vector<Precision>& precisions,
                 const std::vector<Range>& ranges, const Given* given, const ConvertOptions& options) {
  Conversion d{from,
               precisions,
               ranges,
               given,
               options,
               Scheme(from, precisions, ranges, given),
               {},
               {},
               {},
               streamed(from),
               nodes_inside(from),
               0,
               0,
               {},
               {}};
  Graph& graph = d.to.graph;
  graph.file = from.file;
  graph.description = from.description;
  graph.input_names = from.input_names, graph.output_names = from.output_names;
  graph.unlisted = from.unlisted;
  graph.tensors.resize(from.tensors.size());
  d.to.precisions = precisions;
  d.to.where.assign(from.tensors.size(), TensorId::kNone);
  d.home.assign(from.tensors.size(), Precision::kFloat);
  d.placed.assign(from.tensors.size(), false);
  return d;
}

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
  if (has_state(graph, node) && !stores_variable(graph, node) && !is_float_lstm(graph, node) &&
      !is_float_svdf(graph, node))
    return false;
  if (recurrent_operands(node) && !float_recurrent(graph, node)) return false;
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
    Conversion d = start(graph, precisions, ranges, given, options);
    Converted converted = make(d);
    bool all = true;
    for (size_t i = 0; i < converted.graph.nodes.size(); ++i) {
      const size_t n = d.origins[i];
      if (n == SIZE_MAX || precisions[n] == Precision::kFloat) continue;
      if (!prepares(converted.graph, converted.graph.nodes[i]))
        precisions[n] = Precision::kFloat, all = false;
    }
    if (all) return converted;
  }
}

}  // namespace nookc
