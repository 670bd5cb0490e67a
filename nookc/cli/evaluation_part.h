// One part of the samples of `nook evaluate`, on one of several machines, and the report of all parts.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nookc/cli/evaluation.h"

namespace nookc {

// The way out for a document that is not a part.
inline constexpr const char* kPartWanted = "give what nook evaluate --part printed";

// "3/16": the third of 16 parts.
struct EvaluatedPart {
  int index = 0, of = 0;
};
// Diag N2098: not a part.
Result<EvaluatedPart> parse_part(const std::string& text);

// Runs the model on the samples of the part; a part may have none. Diags as evaluate_model(); N2098: the
// model keeps state between samples, or --against.
Result<nlohmann::ordered_json> evaluate_part(const EvaluateOptions& options, const EvaluatedPart& part,
                                             const Provenance& provenance, const EvaluateData& data);

// The evaluation that one process would have made, and its options: model and target.
struct Merged {
  EvaluateOptions options;
  Evaluation evaluation;
};
struct PartDocument {
  nlohmann::json json;
  std::string source;  // for messages
};
// Diag N2098: another document, a part that is missing or there twice, or parts of two evaluations.
Result<Merged> merge_parts(const std::vector<PartDocument>& documents);

}  // namespace nookc
