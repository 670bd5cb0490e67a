// bench --by-pass: measures how much each pass saves on the target.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "nookc/back/run/bench.h"
#include "nookc/cli/model_options.h"

namespace nookc {

// Measures a compiled model; `step` names it in paths.
using MeasureModel = std::function<Result<Costs>(const CompiledModel& compiled, const std::string& step)>;

// Measures the model without passes, overlap and rows, then adds them one at a time and measures each that
// changes something: {"model", "target", "steps": [{"name", "changes", "scratch_bytes", "macs",
// "constant_bytes", "instructions"}]}. Passes that `options` disable stay disabled.
Result<nlohmann::ordered_json> bench_by_pass(const ModelOptions& options, const Provenance& provenance,
                                             const MeasureModel& measure);
// Prints its result as a table.
void print_by_pass(const nlohmann::ordered_json& json);

}  // namespace nookc
