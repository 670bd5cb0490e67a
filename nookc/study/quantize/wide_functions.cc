#include "nookc/study/quantize/wide_functions.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "nookc/front/data/elements.h"
#include "nookc/graph/elementwise.h"
#include "nookc/study/quantize/fidelity.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/scheme.h"

namespace nookc {
namespace {

constexpr size_t kMostNodes = 64;  // in one function
constexpr int kPoints16 = 1024;    // values of x for which a function is compared in int16

// The nodes that compute with the elements of one tensor x and with single numbers.
struct Function {
  TensorId x = TensorId::kNone;
  std::vector<size_t> nodes;  // in rising order
};

bool is_number(const Tensor& t) {
  if (!t.constant() || t.type != nook::DType::kF32 || t.shape.elements() < 1) return false;
  const std::vector<float> values = floats(t);
  return std::isfinite(values[0]) && std::ranges::all_of(values, [&](float v) { return v == values[0]; });
}

std::vector<Function> functions_of(const Graph& graph) {
  const std::vector<bool> inside = nodes_inside(graph);
  std::vector<TensorId> root(graph.tensors.size());  // a tensor that no function computes is its own
  for (size_t t = 0; t < root.size(); ++t) root[t] = TensorId{static_cast<uint32_t>(t)};
  std::map<TensorId, Function> functions;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    if (node.erased() || inside[n] || node.out.size() != 1 || !works_on_elements(op_code(node))) continue;
    if (!is_activation(graph, node.out[0]) || graph[node.out[0]].variable) continue;
    TensorId x = TensorId::kNone;
    const auto fits = [&](TensorId t) {
      if (t == TensorId::kNone || is_number(graph[t])) return true;
      if (!is_activation(graph, t) || graph[t].variable || !(graph[t].shape == graph[node.out[0]].shape))
        return false;
      const bool same = x == TensorId::kNone || x == root[index(t)];
      x = root[index(t)];
      return same;
    };
    if (!std::ranges::all_of(node.in, fits) || x == TensorId::kNone) continue;
    Function& function = functions[x];
    if (function.nodes.size() == kMostNodes) continue;
    function.x = x, root[index(node.out[0])] = x;
    function.nodes.push_back(n);
  }
  std::vector<Function> all;
  for (auto& [x, function] : functions)
    if (function.nodes.size() > 1) all.push_back(std::move(function));
  return all;
}

std::vector<int> reads_of(const Graph& graph) {
  std::vector<int> reads(graph.tensors.size());
  for (const Node& node : graph.nodes)
    for (const TensorId t : node.in)
      if (t != TensorId::kNone) ++reads[index(t)];
  return reads;
}

// A function as a graph of its own, for `points` values of x.
struct Alone {
  Graph graph;
  std::vector<Range> ranges;

  // `reads`: per tensor, how many operands of the whole graph it is.
  Alone(const Graph& from, const Function& f, const std::vector<int>& reads, const std::vector<Range>& all,
        int points) {
    std::map<TensorId, TensorId> made;
    const auto as = [&](TensorId t) {
      if (t == TensorId::kNone) return t;
      if (const auto found = made.find(t); found != made.end()) return found->second;
      Tensor tensor = from[t];
      tensor.shape = {};
      tensor.shape.rank = 1, tensor.shape.dim[0] = tensor.constant() ? 1 : points;
      if (tensor.constant())
        tensor.data =
            std::make_shared<const Bytes>(tensor.data->begin(), tensor.data->begin() + sizeof(float));
      ranges.push_back(all[index(t)]);
      return made[t] = graph.add(std::move(tensor));
    };
    graph.file = from.file;
    graph.inputs = {as(f.x)}, graph.input_names = {"x"};
    for (const size_t n : f.nodes) {
      Node node = from.nodes[n];
      for (TensorId& t : node.in) t = as(t);
      node.out = {as(node.out[0])};
      graph.nodes.push_back(std::move(node));
    }
    for (const TensorId t : read_elsewhere(from, f, reads)) {
      graph.outputs.push_back(made.at(t));
      graph.output_names.push_back(from[t].name);
    }
  }

 private:
  static std::vector<TensorId> read_elsewhere(const Graph& from, const Function& f,
                                              const std::vector<int>& reads) {
    std::map<TensorId, int> own;
    for (const size_t n : f.nodes)
      for (const TensorId t : from.nodes[n].in) ++own[t];
    std::vector<TensorId> read;
    for (const size_t n : f.nodes)
      if (const TensorId t = from.nodes[n].out[0]; from.is_output(t) || reads[index(t)] > own[t])
        read.push_back(t);
    return read;
  }
};

// The root mean square of the errors of the results, in steps; the largest of all results.
double steps_lost(const Alone& alone, const Converted& converted, const Bytes& points) {
  const Result<Network> floats = Network::make(alone.graph), integers = Network::make(converted.graph);
  if (!floats || !integers) return 0;
  Run a(*floats), b(*integers);
  if (!a.run({points}) || !b.run(converted_inputs(converted.graph, alone.graph, {points}))) return 0;
  double most = 0;
  for (size_t i = 0; i < alone.graph.outputs.size(); ++i) {
    const Tensor& to = converted.graph[converted.graph.outputs[i]];
    if (to.scales.size() != 1) continue;
    const std::span<const float> want = a.real(alone.graph.outputs[i]),
                                 have = b.real(converted.graph.outputs[i]);
    const ValueRange range = value_range(to);
    double sum = 0;
    for (size_t k = 0; k < have.size(); ++k) {
      const double x = std::clamp(double{want[k]}, range.low, range.high);
      const double steps = (x - double{have[k]}) / double{to.scales[0]};
      sum += std::isfinite(steps) ? steps * steps : 0;
    }
    most = std::max(most, std::sqrt(sum / static_cast<double>(std::max<size_t>(1, have.size()))));
  }
  return most;
}

// All values of x that int8 holds, or some of its range in int16.
Bytes points_of(const Range& range, Precision precision, int points) {
  const Affine affine = affine_of(range, precision);
  Bytes bytes(static_cast<size_t>(points) * sizeof(float));
  for (int i = 0; i < points; ++i) {
    const double at = range.low + (range.high - range.low) * i / (points - 1);
    const float x = precision == Precision::kInt8
                        ? affine.scale * static_cast<float>(i - 128 - affine.zero)
                        : affine.scale * static_cast<float>(std::round(at / double{affine.scale}));
    std::memcpy(bytes.data() + static_cast<size_t>(i) * sizeof x, &x, sizeof x);
  }
  return bytes;
}

}  // namespace

std::vector<bool> nodes_of_wide_functions(const Graph& graph, const std::vector<Precision>& precisions,
                                          const std::vector<Range>& ranges, Precision precision) {
  const int points = precision == Precision::kInt16 ? kPoints16 : 256;
  const double most = precision == Precision::kInt16 ? 64 : 2;
  std::vector<bool> wide(graph.nodes.size());
  const std::vector<int> reads = reads_of(graph);
  for (const Function& f : functions_of(graph)) {
    if (!ranges[index(f.x)].known) continue;
    const Alone alone(graph, f, reads, ranges, points);
    if (alone.graph.outputs.empty()) continue;
    std::vector<Precision> of_nodes;
    for (const size_t n : f.nodes) of_nodes.push_back(precisions[n]);
    ConvertOptions options;
    options.activations = options.io = precision;
    const Converted converted = convert(alone.graph, of_nodes, alone.ranges, nullptr, options);
    if (steps_lost(alone, converted, points_of(ranges[index(f.x)], precision, points)) <= most) continue;
    for (const size_t n : f.nodes) wide[n] = true;
  }
  return wide;
}

}  // namespace nookc
