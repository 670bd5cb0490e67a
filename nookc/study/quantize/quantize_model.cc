#include "nookc/study/quantize/quantize_model.h"

#include <algorithm>

#include "nookc/front/data/labels.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/few_bits/few_bits.h"
#include "nookc/middle/passes/floats/fuse_norms.h"
#include "nookc/middle/passes/floats/simplify_floats.h"
#include "nookc/study/quantize/twin.h"

namespace nookc {
namespace {

Diag refused(const char* option, const char* why, const char* hint) {
  return {Exit::kUsage, "N2049", option, why, hint};
}

Precision precision_named(const std::string& name) {
  return name == "int16" ? Precision::kInt16 : name == "int8" ? Precision::kInt8 : Precision::kFloat;
}

}  // namespace

Status compatible(const QuantizeWords& words) {
  const bool int16 = words.activations == "int16";
  if (words.equalize && words.plain_weights)
    return refused("--equalize", "conflicts with --no-equalize", "leave out one of the two");
  if (words.per_tensor && words.dense_per_channel)
    return refused("--per-tensor", "conflicts with --dense-per-channel", "leave out one of the two");
  if (int16 && words.weights == "int4")
    return refused("--weights", "need --activations int8 with int4, have int16", "leave out one of the two");
  if (int16 && words.io == "int8")
    return refused("--io", "need --activations int8 with int8, have int16", "--io float, or leave it out");
  if (words.from_twin && !words.ranges.empty())
    return refused("--ranges", "conflicts with --ranges-from, which gives the ranges",
                   "leave out one of the two");
  return Done{};
}

Result<QuantizeOptions> quantize_options(const QuantizeWords& words) {
  const Result<RangeRule> rule = parse_range_rule(words.ranges.empty() ? "minmax" : words.ranges);
  if (!rule) return rule.diag();
  QuantizeOptions to;
  to.rule = *rule;
  to.convert.activations = precision_named(words.activations);
  to.convert.io = words.io == "float" ? Precision::kFloat : to.convert.activations;
  to.convert.weights.bits = words.weights == "int4" ? 4 : 8;
  to.convert.weights.per_tensor = words.per_tensor;
  to.convert.weights.dense_per_channel = words.dense_per_channel;
  to.keep_float = words.keep_float;
  to.equalize = words.equalize;
  to.correct_biases = !words.plain_biases && !words.from_twin;
  if (words.accuracy_drop >= 0) to.accuracy_drop = words.accuracy_drop;
  return to;
}

Result<Graph> graph_to_quantize(std::span<const std::byte> bytes, const std::string& file, bool simplified,
                                const std::set<std::string>& without, bool from_twin) {
  const auto has_effect = [&](const std::string& name) {
    return name == kFewBits || (simplified && name != kFuseNorms);
  };
  if (from_twin && !std::ranges::all_of(without, has_effect))
    return refused(
        "--no-simplify",
        "conflicts with --ranges-from, which takes normalizations and the operators of a .tflite as "
        "they are, except layers of few bits",
        "leave out one of the two");
  Result<Graph> graph = import_sound(bytes, file);
  if (!graph || from_twin) return graph;
  if (!without.contains(std::string(kFuseNorms))) fuse_norms(*graph);
  std::set<std::string> out = without;
  out.emplace(kHardGates);
  simplify_floats(*graph, out);
  return graph;
}

Result<QuantizeInputs> quantize_inputs(const Graph& graph, const QuantizeSources& sources) {
  QuantizeInputs inputs;
  if (!sources.samples && !sources.twin && !sources.observed)
    return refused("nook quantize", "need samples to measure ranges with, have none",
                   "--samples FOLDER, .npy or .npz; or --ranges-from an int8 form of the model");
  if (sources.samples) {
    Result<Samples> samples = sources.samples(graph);
    if (!samples) return samples.diag();
    inputs.samples = std::move(*samples);
  }
  if (sources.labels) {
    if (!inputs.samples)
      return refused("--labels", "need the samples that they belong to, have none", "add --samples FOLDER");
    const Result<Array> labels = sources.labels(inputs.samples->count());
    if (!labels) return labels.diag();
    Result<std::vector<int32_t>> classes = classes_of(*labels, graph[graph.outputs[0]].shape.elements());
    if (!classes) return classes.diag();
    inputs.labels = std::move(*classes);
  }
  if (sources.twin) {
    const Result<Graph> twin = sources.twin();
    if (!twin) return twin.diag();
    Result<Given> given = given_by_twin(graph, *twin);
    if (!given) return given.diag();
    inputs.given = std::move(*given);
  }
  return inputs;
}

Result<QuantizedModel> quantize_model(const Graph& graph, const QuantizeInputs& inputs,
                                      const QuantizeWords& words, QuantizeOptions how) {
  const Samples* const samples = inputs.samples ? &*inputs.samples : nullptr;
  std::optional<EqualizeTrial> trial;
  if (how.observed) {
    if (how.correct_biases && !samples)
      return refused("--ranges", "need the samples to correct biases with, have ranges alone",
                     "--samples, or --no-bias-correction");
    how.equalize = how.observed->equalized;
  } else if (samples && !inputs.given && !how.equalize && !words.plain_weights) {
    const Result<std::optional<EqualizeTrial>> tried = try_equalizing(graph, *samples, how);
    if (!tried) return tried.diag();
    trial = *tried;
    how.equalize = trial && trial->helps();
  }
  const Result<Quantized> quantized =
      quantize(graph, samples, inputs.labels, inputs.given ? &*inputs.given : nullptr, how);
  if (!quantized) return quantized.diag();
  Result<std::string> bytes = export_tflite(quantized->converted.graph);
  if (!bytes) return bytes.diag();
  Result<QuantizeReport> report = report_of(*quantized, *bytes, samples, inputs.labels, how.workers);
  if (!report) return report.diag();
  report->trial = trial;
  return QuantizedModel{*std::move(bytes), *std::move(report)};
}

Result<ObservedPart> observe_part(const Graph& graph, Samples samples, const QuantizeWords& words,
                                  QuantizeOptions how, int64_t index, int64_t of) {
  if (how.observed) {
    how.equalize = how.observed->equalized;
  } else if (!how.equalize && !words.plain_weights) {  // every part tries the same samples of all
    const Result<std::optional<EqualizeTrial>> tried = try_equalizing(graph, samples, how);
    if (!tried) return tried.diag();
    how.equalize = *tried && (*tried)->helps();
  }
  const size_t all = samples.count(), first = all * static_cast<size_t>(index - 1) / static_cast<size_t>(of);
  const size_t count = all * static_cast<size_t>(index) / static_cast<size_t>(of) - first;
  if (count == 0)
    return Diag{Exit::kUsage, "N2098", "--part " + std::to_string(index) + "/" + std::to_string(of),
                "there are more parts than samples, which are " + std::to_string(all),
                "at most as many parts as samples"};
  if (how.observed && how.observed->all != static_cast<int64_t>(all))
    return Diag{
        Exit::kUsage, "N2098", "--ranges",
        "were measured on " + std::to_string(how.observed->all) + " samples, have " + std::to_string(all),
        "the --samples of the first round"};
  samples.keep(first, count);
  Result<ObservedPart> part = observe_network(graph, samples, how);
  if (!part) return part;
  part->index = index, part->of = of;
  part->samples = static_cast<int64_t>(count), part->all = static_cast<int64_t>(all);
  part->rule = words.ranges.empty() ? "minmax" : words.ranges;
  return part;
}

}  // namespace nookc
