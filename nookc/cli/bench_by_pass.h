// bench --by-pass: measures what each pass saves on the target.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "nookc/back/run/bench.h"
#include "nookc/cli/model_options.h"

namespace nookc {

// Measures a compiled model; `step` names it in paths.
using MeasureModel = std::function<Result<Costs>(const CompiledModel& compiled, const std::string& step)>;

// Measures the model without passes, overlap and rows, then adds them one after another and measures each
// that changes something: {"model", "target", "steps": [{"name", "changes", "scratch_bytes", "macs",
// "constant_bytes", "instructions"}]}. What `options` switch off stays off.
Result<nlohmann::ordered_json> bench_by_pass(const ModelOptions& options, const Provenance& provenance,
                                             const MeasureModel& measure);
// The same as a table.
void print_by_pass(const nlohmann::ordered_json& json);

}  // namespace nookc
