// Observations of a float network's tensors over samples, from which a rule makes ranges. Several machines
// may each observe a part of the samples; parts merge exactly, as extremes and counts do not depend on an
// order.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "nookc/study/quantize/histogram.h"

namespace nookc {

struct Observed {
  // Extremes per tensor and, per node, of the states of recurrent layers over all steps and of the largest
  // scores of a SOFTMAX's rows.
  std::vector<Range> seen, hidden, cells, peaks;
  std::vector<Histogram>
      counts;  // for each of measured_tensors(), between its extremes over all samples; empty: none
};

// The tensors that have a range.
std::vector<TensorId> measured_tensors(const Graph& graph);

// The extremes over all samples. Diags as over_samples(); N3052: the network computes an infinity or a NaN.
Result<Observed> observe(const Network& network, const Samples& samples, const Workers& workers);
// Counts values between these extremes.
Status count_values(const Network& network, const Samples& samples, const Workers& workers,
                    Observed* observed);

Calibration calibration_of(const Graph& graph, const Observed& observed, const RangeRule& rule);

// Observations of some or all samples, with the facts that all parts share.
struct ObservedPart {
  int64_t index = 1, of = 1;     // which part
  std::string model_sha256;      // hash of the model's file
  std::string network;           // network_digest()
  std::string rule;              // --ranges
  bool equalized = false;        // whether the weights were equalized
  int64_t samples = 0, all = 0;  // samples of the part, and of all parts
  Observed observed;
};

// A number of the network's operators, tensors and constants.
std::string network_digest(const Graph& graph);

// Prepares observations for the use with a network. Diag N2098: they belong to another one.
Status take_observed(const Graph& graph, ObservedPart* part);

nlohmann::ordered_json observed_json(const ObservedPart& part);
// Whether a document is one of observed_json().
bool is_observed(const nlohmann::json& document);
// Diag N2098: not such a document; `source` names it.
Result<ObservedPart> parse_observed(const nlohmann::json& document, const std::string& source);

struct ObservedDocument {
  ObservedPart part;
  std::string source;  // for messages
};
// Diag N2098: parts that are missing, there twice, or of different networks, rules or samples.
Result<ObservedPart> merge_observed(const std::vector<ObservedDocument>& documents);

}  // namespace nookc
