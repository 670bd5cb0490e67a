// bench --by-pass: what each pass is worth on the target, measured.
#pragma once
#include <functional>
#include <nlohmann/json.hpp>

#include "nookc/cli/model_options.h"
#include "nookc/run/bench.h"

namespace nookc {

// Measures a model that was compiled; `step` names it in paths.
using MeasureModel = std::function<Result<Costs>(const CompiledModel& compiled, const std::string& step)>;

// The model without any pass, overlap and rows, then with each of those that changes something, all before it
// in force: {"model", "target", "steps": [{"name", "changes", "scratch_bytes", "macs", "constant_bytes",
// "instructions"}]}. What `options` switch off stays off.
Result<nlohmann::ordered_json> bench_by_pass(const ModelOptions& options, const Provenance& provenance,
                                             const MeasureModel& measure);
// The same as a table.
void print_by_pass(const nlohmann::ordered_json& json);

}  // namespace nookc
