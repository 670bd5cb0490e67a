#include "nookc/study/quantize/observed.h"

#include <algorithm>
#include <cfloat>

#include "nookc/core/json_fields.h"
#include "nookc/core/sha256.h"
#include "nookc/core/text.h"
#include "nookc/study/quantize/recurrent.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostSamples = int64_t{1} << 48, kMostParts = 1 << 20, kMostTensors = 1 << 20;
constexpr const char* kWanted = "give what nook quantize --ranges-only or nook merge wrote";

Diag usage(const std::string& where, const std::string& what, const std::string& hint) {
  return {Exit::kUsage, "N2098", where, what, hint};
}

// Doubles of nlohmann's JSON parse back to the same value, and all extremes are finite.
Json ranges_json(const std::vector<Range>& ranges) {
  Json list = Json::array();
  for (const Range& range : ranges) list.push_back(range.known ? Json{range.low, range.high} : Json::array());
  return list;
}

std::vector<Range> ranges_at(JsonFields& read, const nlohmann::json& document, const char* key) {
  std::vector<Range> ranges;
  const nlohmann::json& list = read.list(document, key);
  if (list.size() > static_cast<size_t>(kMostTensors)) read.fault(key, "at most 2^20 ranges", list.size());
  for (const nlohmann::json& pair : list) {
    Range range;
    const bool known = pair.is_array() && pair.size() == 2 && pair[0].is_number() && pair[1].is_number();
    if (known) {
      range.add(pair[0].get<double>(), pair[1].get<double>());
      if (!(-DBL_MAX <= range.low && range.low <= range.high && range.high <= DBL_MAX))
        read.fault(key, "a range of finite numbers, the smaller one first", pair);
    } else if (!pair.is_array() || !pair.empty()) {
      read.fault(key, "a list of two numbers, or of none", pair);
    }
    ranges.push_back(range);
  }
  return ranges;
}

bool same_facts(const ObservedPart& a, const ObservedPart& b) {
  return a.of == b.of && a.model_sha256 == b.model_sha256 && a.network == b.network && a.rule == b.rule &&
         a.equalized == b.equalized && a.all == b.all && a.observed.seen.size() == b.observed.seen.size() &&
         a.observed.hidden.size() == b.observed.hidden.size() &&
         a.observed.counts.size() == b.observed.counts.size();
}

bool same_ranges(const std::vector<Range>& a, const std::vector<Range>& b) {
  return std::ranges::equal(a, b, [](const Range& x, const Range& y) {
    return x.known == y.known && x.low == y.low && x.high == y.high;
  });
}

void join(std::vector<Range>& to, const std::vector<Range>& from) {
  for (size_t i = 0; i < to.size(); ++i)
    if (from[i].known) to[i].add(from[i].low, from[i].high);
}

}  // namespace

Calibration calibration_of(const Graph& graph, const Observed& observed, const RangeRule& rule) {
  const std::vector<Range>& seen = observed.seen;
  Calibration calibration{seen, seen, observed.hidden, observed.cells, observed.peaks};
  if (rule.kind == RangeRule::Kind::kMinMax) return calibration;
  const std::vector<TensorId> tensors = measured_tensors(graph);
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Histogram& histogram = observed.counts[i];
    calibration.ranges[index(tensors[i])] = rule.kind == RangeRule::Kind::kSquares
                                                ? histogram.least_squares()
                                                : histogram.percentile(rule.percent);
  }
  // Tensors without all steps say little about the states.
  for (const Node& node : graph.nodes)
    if (float_recurrent(graph, node) && graph[node.out[0]].shape.rank < 3)
      calibration.ranges[index(node.out[0])] = seen[index(node.out[0])];
  return calibration;
}

std::string network_digest(const Graph& graph) {
  std::string text;
  for (const Tensor& tensor : graph.tensors) {
    text += tensor.name + ';' + std::to_string(static_cast<int>(tensor.type));
    for (int i = 0; i < tensor.shape.rank; ++i) text += ',' + std::to_string(tensor.shape.dim[i]);
    text += tensor.data ? ';' + sha256(*tensor.data) + '\n' : "\n";
  }
  for (const Node& node : graph.nodes) {
    if (node.erased()) continue;
    text += op_name(node);
    for (const TensorId t : node.in) text += ' ' + std::to_string(static_cast<uint32_t>(t));
    for (const TensorId t : node.out) text += " >" + std::to_string(static_cast<uint32_t>(t));
    text += '\n';
  }
  return sha256(std::as_bytes(std::span(text.data(), text.size())));
}

Status take_observed(const Graph& graph, ObservedPart* part) {
  Observed& observed = part->observed;
  const std::vector<TensorId> tensors = measured_tensors(graph);
  const bool fits = part->network == network_digest(graph) && observed.seen.size() == graph.tensors.size() &&
                    observed.hidden.size() == graph.nodes.size() &&
                    (observed.counts.empty() || observed.counts.size() == tensors.size());
  if (!fits)
    return usage(
        "--ranges", "were measured on another network",
        "the same model, --keep-float, --activations, --equalize and --no-simplify as with --ranges-only");
  for (size_t i = 0; i < observed.counts.size(); ++i)
    observed.counts[i].between(observed.seen[index(tensors[i])]);
  return Done{};
}

Json observed_json(const ObservedPart& part) {
  Json counts = Json::array();
  for (const Histogram& histogram : part.observed.counts) counts.push_back(histogram.counts());
  return {{"part", {{"index", part.index}, {"of", part.of}}},
          {"model_sha256", part.model_sha256},
          {"network", part.network},
          {"ranges", part.rule},
          {"equalized", part.equalized},
          {"all_samples", part.all},
          {"samples", part.samples},
          {"seen", ranges_json(part.observed.seen)},
          {"hidden", ranges_json(part.observed.hidden)},
          {"cells", ranges_json(part.observed.cells)},
          {"peaks", ranges_json(part.observed.peaks)},
          {"counts", counts}};
}

bool is_observed(const nlohmann::json& document) { return document.is_object() && document.contains("seen"); }

Result<ObservedPart> parse_observed(const nlohmann::json& document, const std::string& source) {
  JsonFields read({Exit::kUsage, "N2098", source, {}, kWanted});
  ObservedPart part;
  const nlohmann::json& which = read.at(document, "part");
  part.of = read.whole(which, "of", 1, kMostParts);
  part.index = read.whole(which, "index", 1, std::max<int64_t>(part.of, 1));
  part.model_sha256 = read.text(document, "model_sha256");
  part.network = read.text(document, "network");
  part.rule = read.text(document, "ranges");
  part.equalized = read.at(document, "equalized") == true;
  part.all = read.whole(document, "all_samples", 1, kMostSamples);
  part.samples = read.whole(document, "samples", 0, kMostSamples);
  Observed& observed = part.observed;
  observed.seen = ranges_at(read, document, "seen");
  observed.hidden = ranges_at(read, document, "hidden"), observed.cells = ranges_at(read, document, "cells");
  observed.peaks = ranges_at(read, document, "peaks");
  if (observed.hidden.size() != observed.cells.size())
    read.fault("cells", "as many as \"hidden\"", observed.cells.size());
  if (observed.hidden.size() != observed.peaks.size())
    read.fault("peaks", "as many as \"hidden\"", observed.peaks.size());
  for (const nlohmann::json& bins : read.list(document, "counts")) {
    Histogram histogram;
    if (!bins.is_array() || bins.size() != Histogram::kBins) {
      read.fault("counts", std::to_string(Histogram::kBins) + " counts for each tensor", bins);
      break;
    }
    for (size_t i = 0; i < bins.size(); ++i)
      histogram.set(i, static_cast<uint64_t>(read.whole({{"counts", bins[i]}}, "counts", 0, INT64_MAX)));
    observed.counts.push_back(histogram);
  }
  if (!parse_range_rule(part.rule)) read.fault("ranges", "a rule: minmax, mse or percentile=P", part.rule);
  if (read.fault()) return *read.fault();
  return part;
}

Result<ObservedPart> merge_observed(const std::vector<ObservedDocument>& documents) {
  ObservedPart all = documents[0].part;
  std::vector<const ObservedDocument*> parts(static_cast<size_t>(all.of));
  for (const ObservedDocument& document : documents) {
    if (!same_facts(document.part, all))
      return usage(document.source, "is a part of other ranges than " + documents[0].source,
                   "one model with the same options, rule, set of samples and number of parts");
    if (!all.observed.counts.empty() && !same_ranges(document.part.observed.seen, all.observed.seen))
      return usage(document.source, "counts between other extremes than " + documents[0].source,
                   "give all parts of the second round the same --ranges FILE");
    const ObservedDocument*& slot = parts[static_cast<size_t>(document.part.index - 1)];
    if (slot)
      return usage(document.source,
                   "part " + std::to_string(document.part.index) + "/" + std::to_string(all.of) +
                       " is also in " + slot->source,
                   "each part once");
    slot = &document;
  }
  std::vector<std::string> missing;
  for (size_t i = 0; i < parts.size(); ++i)
    if (!parts[i] && missing.size() < 8) missing.push_back(std::to_string(i + 1));
  if (!missing.empty())
    return usage(
        "nook merge", "parts are missing: " + join_text(missing) + " of " + std::to_string(all.of),
        "nook quantize --ranges-only --part " + missing[0] + "/" + std::to_string(all.of) + " makes one");
  for (size_t i = 1; i < documents.size(); ++i) {
    const ObservedPart& other = documents[i].part;
    all.samples += other.samples;
    join(all.observed.seen, other.observed.seen);
    join(all.observed.hidden, other.observed.hidden), join(all.observed.cells, other.observed.cells);
    join(all.observed.peaks, other.observed.peaks);
    for (size_t t = 0; t < all.observed.counts.size(); ++t)
      all.observed.counts[t].add(other.observed.counts[t]);
  }
  if (all.samples != all.all)
    return usage(
        "nook merge",
        "the parts have " + std::to_string(all.samples) + " samples, need " + std::to_string(all.all),
        "measure all parts again");
  all.index = all.of = 1;
  return all;
}

}  // namespace nookc
