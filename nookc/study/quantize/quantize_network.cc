#include "nookc/study/quantize/quantize_network.h"

#include <algorithm>
#include <cstring>

#include "nook/ops/few_bits/few_bits_op.h"
#include "nook/ops/levels/levels_op.h"
#include "nookc/core/invariant.h"
#include "nookc/core/text.h"
#include "nookc/middle/passes/fold_activations.h"
#include "nookc/middle/passes/fold_constants.h"
#include "nookc/study/quantize/decisions.h"
#include "nookc/study/quantize/equalize.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/masks.h"
#include "nookc/study/quantize/meet.h"
#include "nookc/study/quantize/positions.h"
#include "nookc/study/quantize/recurrent.h"
#include "nookc/study/quantize/round_weights.h"
#include "nookc/study/quantize/streams.h"
#include "nookc/study/quantize/wide_functions.h"
#include "nookc/study/quantize/widen_dense.h"

namespace nookc {
namespace {

// Converts the int8 weights of a hybrid operator, which has float data, to floats.
Tensor as_floats(const Tensor& from) {
  Tensor to = from;
  Bytes bytes(static_cast<size_t>(from.shape.elements()) * sizeof(float));
  size_t inner = 1;
  for (int d = from.channel_axis + 1; d < from.shape.rank; ++d)
    inner *= static_cast<size_t>(from.shape.dim[d]);
  for (size_t i = 0; i < bytes.size() / sizeof(float); ++i) {
    const float scale = from.scales[from.scales.size() > 1 ? i / inner % from.scales.size() : 0];
    const float value = scale * static_cast<float>(static_cast<int8_t>((*from.data)[i]) - from.zero_point);
    std::memcpy(bytes.data() + i * sizeof(float), &value, sizeof value);
  }
  to.type = nook::DType::kF32, to.scales.clear(), to.zero_point = 0, to.channel_axis = 0;
  to.data = std::make_shared<const Bytes>(std::move(bytes));
  return to;
}

void make_weights_floats(Graph& graph) {
  for (Node& node : graph.nodes) {
    if (node.erased() || node.out.empty() || graph[node.out[0]].type != nook::DType::kF32) continue;
    const OpRule* const rule = rule_of(op_code(node));
    const size_t weights = rule && rule->weights >= 0 ? static_cast<size_t>(rule->weights) : SIZE_MAX;
    for (size_t i = 0; i < node.in.size(); ++i) {
      const TensorId w = node.in[i];
      if (w == TensorId::kNone || (i != weights && op_row(node).signature.at(i).role != nook::Role::kWeights))
        continue;
      if (graph[w].constant() && graph[w].type == nook::DType::kS8 && !graph[w].scales.empty())
        graph[w] = as_floats(graph[w]);
    }
  }
}

// Selects the operators to keep float: by the whole name of a result, by its first part, or by kind.
Status keep(const Graph& graph, const std::vector<std::string>& names, std::vector<Precision>& precisions) {
  for (const std::string& name : names) {
    bool found = false;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
      const Node& node = graph.nodes[n];
      if (node.erased()) continue;
      bool same = op_name(node) == name;
      for (TensorId t : node.out)
        same |= graph[t].name == name || first_name(graph[t].name) == name ||
                graph[t].name.substr(0, graph[t].name.find(';')) == name;
      if (same) precisions[n] = Precision::kFloat, found = true;
    }
    if (found) continue;
    std::vector<std::string> all;
    for (const Node& node : graph.nodes)
      if (!node.erased() && !node.out.empty() && all.size() < 12)
        all.push_back("'" + graph[node.out[0]].name.substr(0, graph[node.out[0]].name.find(';')) + "'");
    return Diag{Exit::kUsage, "N2048", "--keep-float", "no operator computes '" + printable(name) + "'",
                "one of " + printable(join_text(all)) + ", or a kind: CONV_2D"};
  }
  return Done{};
}

// Checks constants that become integers: no scale covers an infinity. Operators whose results have the scale
// of their operands may compare with an infinity or pad with it: its integer is the extreme one of its sign.
// Infinities that mask are limited later.
Status check_constants(const Graph& graph, const std::vector<Precision>& precisions) {
  const std::vector<bool> masked = masked_tensors(graph);
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    const OpRule* const rule =
        node.erased() || precisions[n] == Precision::kFloat ? nullptr : rule_of(op_code(node));
    for (size_t i = 0; rule && i < node.in.size(); ++i) {
      const TensorId t = node.in[i];
      if (t == TensorId::kNone || !graph[t].constant() || graph[t].type != nook::DType::kF32) continue;
      if (!has_nan(graph[t]) &&
          (rule->scales == Scales::kSame || masked[index(t)] || !has_infinity(graph[t])))
        continue;
      return Diag{Exit::kUnsupported, "N3052", graph.file + ": " + describe(graph, node),
                  "the constant '" + printable(first_name(graph[t].name)) + "' holds infinities or NaN",
                  "take the weights of a training that converged; --keep-float " + op_name(node) +
                      " keeps such operators float"};
    }
  }
  return Done{};
}

Status check(const std::vector<int32_t>& labels, const Given* given, const QuantizeOptions& options) {
  const auto lacks = [](const std::string& option, const std::string& what, const std::string& hint) {
    return Diag{Exit::kUsage, "N2049", option, what, hint};
  };
  if (options.equalize && given)
    return lacks("--equalize", "changes the ranges of --ranges-from", "leave out one of the two");
  if (options.accuracy_drop && labels.empty())
    return lacks("--accuracy-drop", "needs labels to measure accuracy with", "add --samples and --labels");
  return Done{};
}

// Whether the network was trained for few bits. Its integers are in the graph already, and each further
// rounding before a level could change the level, so that the other operators stay float.
bool has_few_bits(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [](const Node& node) {
    return Graph::attrs<nook::FewBits>(node) || Graph::attrs<nook::Levels>(node);
  });
}

// The float network that is measured and converted, and the precision of each operator.
struct Prepared {
  Quantized quantized;
  std::vector<Precision> precisions;
  bool few_bits = false;
};

Result<Prepared> prepare(const Graph& graph, const Given* given, const QuantizeOptions& options) {
  Prepared made{{graph, {}, {}, false}, {}};
  Graph& floats = made.quantized.floats;
  if (!given && graph.regions.empty())
    fold_activations(floats);  // with a twin, the operators must stay the same as in the float model
  const bool dense_float = std::ranges::count(options.keep_float, "FULLY_CONNECTED") > 0;
  if (!given && !dense_float && options.convert.activations == Precision::kInt16) widen_dense(floats);
  std::vector<Precision>& precisions = made.precisions;
  precisions.assign(floats.nodes.size(), options.convert.activations);
  if (const Status kept = keep(floats, options.keep_float, precisions); !kept) return kept.diag();
  const std::vector<bool> inside = nodes_inside(floats);
  made.few_bits = has_few_bits(floats);
  const std::vector<bool> trees = nodes_of_trees(floats), positions = nodes_of_positions(floats);
  for (size_t n = 0; n < precisions.size(); ++n)
    if (inside[n] || trees[n] || (positions[n] && !given) || made.few_bits) precisions[n] = Precision::kFloat;
  widen_cells(floats, precisions);
  if (const Status fine = check_constants(floats, precisions); !fine) return fine.diag();
  if (options.equalize) made.quantized.equalized = equalize(floats) > 0;
  return made;
}

Result<Calibration> calibrated(const Network& network, const Samples* samples,
                               const QuantizeOptions& options) {
  if (!options.observed) return calibrate(network, *samples, options.rule, options.workers);
  ObservedPart part = *options.observed;
  if (const Status fits = take_observed(network.graph(), &part); !fits) return fits.diag();
  return calibration_of(network.graph(), part.observed, options.rule);
}

}  // namespace

Result<Graph> float_graph(Graph graph) {
  make_weights_floats(graph);
  if (graph.regions.empty()) fold_constants(graph);  // passes do not support regions
  const std::vector<bool> trees = nodes_of_trees(graph);
  bool some = false;
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    some |= !node.erased() && !trees[n] && rule_of(op_code(node)) &&
            std::ranges::any_of(node.out, [&](TensorId t) { return is_activation(graph, t); });
  }
  if (!some && std::ranges::find(trees, true) != trees.end())
    return Diag{
        Exit::kUnsupported, "N3051", graph.file,
        "has decision trees and look-ups by comparison only, which stay float: rounded numbers would take "
        "other branches",
        "compile it as it is"};
  if (!some && has_few_bits(graph))
    return Diag{Exit::kUnsupported, "N3051", graph.file,
                "was trained for few bits and is in integers already, to the levels of its training",
                "compile it as it is, or quantize its floats to int8: --no-simplify few-bits"};
  if (!some)
    return Diag{Exit::kUnsupported, "N3051", graph.file, "has no float operator with an integer form",
                "nook quantize takes a float model; this one may be quantized already: nook inspect"};
  return graph;
}

Result<Quantized> quantize(const Graph& graph, const Samples* samples, const std::vector<int32_t>& labels,
                           const Given* given, const QuantizeOptions& options) {
  if (const Status fine = check(labels, given, options); !fine) return fine.diag();
  Result<Prepared> prepared = prepare(graph, given, options);
  if (!prepared) return prepared.diag();
  Quantized& quantized = prepared->quantized;
  std::vector<Precision>& precisions = prepared->precisions;
  const Result<Network> network = Network::make(quantized.floats);
  if (!network) return network.diag();
  quantized.calibration.seen.resize(graph.tensors.size());
  quantized.calibration.ranges.resize(graph.tensors.size());
  if (!given) {
    Result<Calibration> calibration = calibrated(*network, samples, options);
    if (!calibration) return calibration.diag();
    quantized.calibration = std::move(*calibration);
    choose_units(quantized.floats, quantized.calibration.hidden, quantized.calibration.cells);
  }
  Graph limited = quantized.floats;
  const bool masks = !given && limit_masks(limited, quantized.calibration, options.convert.activations,
                                           &quantized.calibration.ranges);
  if (!given) {
    const Precision precision = options.convert.activations;
    const std::vector<bool> wide =
        nodes_of_wide_functions(limited, precisions, quantized.calibration.ranges, precision);
    for (size_t n = 0; n < wide.size(); ++n)
      if (wide[n]) precisions[n] = Precision::kFloat;
  }
  Graph changed = limited;
  if (options.correct_biases) {
    std::optional<Result<Network>> of_limited;
    if (masks) of_limited = Network::make(limited);
    if (of_limited && !*of_limited) return of_limited->diag();
    const Rounding rounding{of_limited ? **of_limited : *network,
                            precisions,
                            quantized.calibration.ranges,
                            given,
                            *samples,
                            options.convert};
    Result<Graph> rounded = round_weights(rounding, options.workers);
    if (!rounded) return rounded.diag();
    changed = std::move(*rounded);
  }
  std::vector<Range> ranges = quantized.calibration.ranges;
  ranges.resize(changed.tensors.size());
  if (options.accuracy_drop) {
    const Source source{*network, changed, ranges, given, *samples, labels};
    Result<std::vector<Precision>> within =
        precisions_within(source, precisions, *options.accuracy_drop, options.convert, options.workers);
    if (!within) return within.diag();
    precisions = std::move(*within);
  }
  ConvertOptions how = options.convert;
  if (prepared->few_bits) how.io = Precision::kFloat;
  quantized.converted = convert(changed, precisions, ranges, given, how);
  invariant(quantized.converted.where.size() == changed.tensors.size(),
            "each tensor of the float graph has its place in the integer graph");
  return std::move(quantized);
}

Result<ObservedPart> observe_network(const Graph& graph, const Samples& samples,
                                     const QuantizeOptions& options) {
  const Result<Prepared> prepared = prepare(graph, nullptr, options);
  if (!prepared) return prepared.diag();
  const Result<Network> network = Network::make(prepared->quantized.floats);
  if (!network) return network.diag();
  if (network->remembers())
    return Diag{Exit::kUsage, "N2098", "--ranges-only",
                "the network keeps its state from sample to sample: parts would begin without it",
                "leave it out, and measure in one process"};
  ObservedPart part;
  if (options.observed) {
    part = *options.observed;
    if (const Status fits = take_observed(network->graph(), &part); !fits) return fits.diag();
    if (const Status counted = count_values(*network, samples, options.workers, &part.observed); !counted)
      return counted.diag();
    return part;
  }
  Result<Observed> observed = observe(*network, samples, options.workers);
  if (!observed) return observed.diag();
  part.observed = std::move(*observed);
  part.network = network_digest(network->graph());
  part.equalized = options.equalize;
  return part;
}

}  // namespace nookc
