#include "nookc/cli/bench_by_pass.h"

#include <algorithm>
#include <cstdio>

#include "nookc/cli/print.h"
#include "nookc/cli/terminal.h"
#include "nookc/middle/passes/passes.h"

namespace nookc {
namespace {

using Json = nlohmann::ordered_json;

// A measured step: one more pass or method is enabled.
struct Step {
  std::string name;
  std::optional<int> changes;  // number of changes of a pass
  ModelOptions options;
};

std::vector<Step> steps_of(const ModelOptions& options, const Program& program) {
  ModelOptions so_far = options;
  so_far.no_rows = so_far.no_overlap = true;
  // A simplification that changed an ONNX model when it was read reports no changes, and stays.
  for (const Pass& pass : passes()) so_far.disabled_passes.emplace_back(pass.name);
  for (const PassReport& pass : program.passes)
    if (pass.changes > 0) so_far.disabled_passes.push_back(pass.name);
  std::vector<Step> steps = {{"(the model)", {}, so_far}};
  for (const PassReport& pass : program.passes) {
    if (pass.changes == 0 || std::erase(so_far.disabled_passes, pass.name) == 0) continue;
    steps.push_back({pass.name, pass.changes, so_far});
  }
  if (!options.no_overlap) so_far.no_overlap = false, steps.push_back({"overlap", {}, so_far});
  if (!options.no_rows) so_far.no_rows = false, steps.push_back({"rows", {}, so_far});
  return steps;
}

// Overlap and rows affect only the plan; for some models they change nothing.
bool same_plan(const Program& a, const Program& b) {
  return a.scratch_bytes == b.scratch_bytes && a.chains.size() == b.chains.size();
}

}  // namespace

Result<Json> bench_by_pass(const ModelOptions& options, const Provenance& provenance,
                           const MeasureModel& measure) {
  const Result<CompiledModel> all = compile_model(options, provenance);
  if (!all) return all.diag();
  Json list = Json::array();
  std::optional<CompiledModel> before;
  for (const Step& step : steps_of(options, all->program)) {
    Result<CompiledModel> compiled = compile_model(step.options, provenance);
    if (!compiled) return compiled.diag();
    if (before && !step.changes && same_plan(before->program, compiled->program)) continue;
    const Result<Costs> costs = measure(*compiled, std::to_string(list.size()));
    if (!costs) return costs.diag();
    list.push_back({{"name", step.name},
                    {"changes", step.changes ? Json(*step.changes) : Json(nullptr)},
                    {"scratch_bytes", compiled->program.scratch_bytes},
                    {"macs", compiled->program.macs()},
                    {"constant_bytes", compiled->program.constant_bytes()},
                    {"instructions", costs->instructions ? Json(*costs->instructions) : Json(nullptr)}});
    before = *std::move(compiled);
  }
  return Json{{"model", options.model}, {"target", options.target}, {"steps", std::move(list)}};
}

void print_by_pass(const Json& json) {
  print("%s on %s\n\n", json["model"].get<std::string>().c_str(), json["target"].get<std::string>().c_str());
  const auto text = [](const Json& value) { return value.is_null() ? "-" : value.dump(); };
  std::vector<std::vector<std::string>> lines = {
      {"with", "changes", "scratch", "MACs", "constants", "instructions"}};
  for (const Json& step : json["steps"])
    lines.push_back({step["name"].get<std::string>(), text(step["changes"]), text(step["scratch_bytes"]),
                     text(step["macs"]), text(step["constant_bytes"]), text(step["instructions"])});
  print_table(lines, "  ", terminal_width());
}

}  // namespace nookc
